import type { FormInput } from '#shared/edits/edit-form.ts';
import { editKinds } from '#shared/edits/edit-kinds.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import { withValue } from '#shared/json/json-path.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';
import { referencesIn } from '#shared/references/references-in.ts';

/** A white column of an edit sheet: one field of one kind of edit. */
export interface SheetField {
  /** Names it in the hidden sheet: the kind of edit and the path. */
  key: string;
  /** Its heading. */
  head: string;
  /** The kind of edit that it composes. */
  edit: string;
  path: string[];
  input: FormInput;
  refers: ReferenceKind | null;
  /** Adds something to the record: a payment, a comment. The column leaves empty. */
  adds: boolean;
}

/** Inputs that one cell can hold. */
const inOneCell: readonly FormInput[] = ['text', 'paragraph', 'enum', 'date', 'currency', 'money', 'uuid'];
const anyId = '00000000-0000-4000-8000-000000000000';

/** The white columns of a kind: what its edits may set but for bank data, then a payment and a comment. */
export function sheetFields(kind: RecordKind): SheetField[] {
  const own = editKinds.filter((edit) => edit.recordKind === kind || edit.recordKind === 'any');
  const sets = own.filter((edit) => edit.repeat !== 'creates').flatMap((edit) => fieldsOf(edit, kind, ({ label }) => label));
  const adds = own.filter((edit) => edit.repeat === 'creates' && (edit.key === 'recordPayment' || edit.key === 'comment'));
  const added = adds.toSorted((a, b) => Number(a.key === 'comment') - Number(b.key === 'comment'));
  return [...sets, ...added.flatMap((edit) => fieldsOf(edit, kind, ({ label }) => addedHead(edit, label)))];
}

const addedHead = ({ words, form }: EditKind, label: string): string =>
  form.length === 1 ? `New ${words.one}` : `New ${words.one}: ${label.toLowerCase()}`;

function fieldsOf(edit: EditKind, kind: RecordKind, headOf: (field: EditKind['form'][number]) => string): SheetField[] {
  return edit.form
    .filter(({ bank, input }) => !bank && inOneCell.includes(input))
    .map((field) => {
      const holder = edit.repeat === 'creates' ? edit.kind : kind;
      const [reference] = field.input === 'uuid' ? referencesIn(holder, withValue({}, field.path, anyId)) : [];
      return {
        key: `${edit.kind}.${field.path.join('.')}`,
        head: headOf(field),
        edit: edit.kind,
        path: field.path,
        input: field.input,
        refers: reference?.kind ?? null,
        adds: edit.repeat === 'creates',
      };
    })
    .filter(({ input, refers }) => input !== 'uuid' || refers !== null);
}

/** Bank fields of a kind, with their headings: for reading in a sheet, never changed by one. */
export function bankFields(kind: RecordKind): { head: string; path: string[] }[] {
  const sets = editKinds.filter((edit) => edit.recordKind === kind && edit.repeat !== 'creates');
  return sets.flatMap(({ form }) =>
    form.filter(({ bank, input }) => bank && input !== 'uuid').map(({ label, path }) => ({ head: label, path })),
  );
}
