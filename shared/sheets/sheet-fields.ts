import { t, type PlainId } from '#shared/messages/t.ts';
import type { FormInput } from '#shared/edits/edit-form.ts';
import { editKinds } from '#shared/edits/edit-kinds.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import { withValue } from '#shared/json/json-path.ts';
import { z } from '#shared/zod.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { ReferenceKind } from '#shared/references/reference-kind.ts';
import { referencesIn } from '#shared/references/references-in.ts';

/** The word in the first cell of a workbook's hidden sheet, and in the heading of a CSV's last column. */
export const baseMark = 'layover-sheet-2';

/** The heading of the hidden column that names the record of a row. */
export const idHead = 'Id';

/** A white column of an edit sheet: one field of one kind of edit. */
export interface SheetField {
  /** Names it in the hidden sheet: the kind of edit and the path. */
  key: string;
  /** Its heading. */
  head: string;
  /** The message of its heading; null for a group of custom properties. */
  headId: PlainId | null;
  /** The kind of edit that it composes. */
  edit: string;
  path: string[];
  input: FormInput;
  refers: ReferenceKind | null;
  /** Adds something to the record: a payment, a comment. The column leaves empty. */
  adds: boolean;
  /** The group of custom properties whose values the cell lists. */
  tag?: SheetTag;
}

/** A group of custom properties that is a column of its own: its id, its heading, and the values that a text can mean, by id. */
export const sheetTag = z.strictObject({
  id: z.string().max(300),
  head: z.string().max(300),
  values: z.array(z.tuple([z.string().max(300), z.string().max(300)])).max(2_000),
});
export type SheetTag = z.infer<typeof sheetTag>;

/** Inputs that one cell can hold. */
const inOneCell: readonly FormInput[] = ['text', 'paragraph', 'enum', 'date', 'currency', 'money', 'uuid'];
const anyId = '00000000-0000-4000-8000-000000000000';

/** The white columns of a kind: what its edits may set but for bank data, then its custom properties, a payment and a comment. */
export function sheetFields(kind: RecordKind, tags: readonly SheetTag[] = []): SheetField[] {
  const own = editKinds.filter((edit) => edit.recordKind === kind || edit.recordKind === 'any');
  const sets = own.filter((edit) => edit.repeat !== 'creates').flatMap((edit) => fieldsOf(edit, kind));
  const adds = own.filter((edit) => edit.repeat === 'creates' && (edit.key === 'recordPayment' || edit.key === 'comment'));
  const added = adds.toSorted((a, b) => Number(a.key === 'comment') - Number(b.key === 'comment'));
  const tagged = own.flatMap((edit) => tags.flatMap((tag) => tagFields(edit, tag)));
  return [...sets, ...tagged, ...added.flatMap((edit) => fieldsOf(edit, kind))];
}

function tagFields({ kind: edit, form }: EditKind, tag: SheetTag): SheetField[] {
  return form
    .filter(({ input }) => input === 'customProperties')
    .map(({ path, input }) => {
      const key = `${edit}.${[...path, tag.id].join('.')}`;
      return { key, head: tag.head, headId: null, edit, path, input, refers: null, adds: false, tag };
    });
}

function fieldsOf(edit: EditKind, kind: RecordKind): SheetField[] {
  return edit.form
    .filter(({ bank, input }) => !bank && inOneCell.includes(input))
    .map((field) => {
      const holder = edit.repeat === 'creates' ? edit.kind : kind;
      const [reference] = field.input === 'uuid' ? referencesIn(holder, withValue({}, field.path, anyId)) : [];
      return {
        key: `${edit.kind}.${field.path.join('.')}`,
        head: t(field.headId ?? field.labelId),
        headId: field.headId ?? field.labelId,
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
