import { marked } from '#shared/odd-characters.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import type { RecordView } from '#shared/contract/views/views.ts';
import type { EditRow } from '#shared/contract/views/edit-views.ts';
import { closedStates, type EditState } from '#shared/edit.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';

const isOpen = ({ state }: EditRow): boolean => !(closedStates as readonly EditState[]).includes(state);
const isThere = ({ state }: EditRow): boolean => state === 'applied' || state === 'confirmed';
const creates = ({ repeat }: EditRow): boolean => repeat === 'creates';
/** The service shows it nowhere, not even once it is carried out. */
const isUnseen = ({ kind }: EditRow): boolean => editKind(kind)?.unseenAfterwards === true;

/** Open creating edits: lines and comments. */
export const openCreations = ({ edits }: RecordView): EditRow[] => edits.filter((edit) => creates(edit) && isOpen(edit) && !isUnseen(edit));

/** Payments that only this laptop knows, oldest first: open and applied ones. */
export function onlyHere({ edits, history }: RecordView): EditRow[] {
  const done = history.flatMap(({ said }) => (said && isUnseen(said) && isThere(said) ? [said] : []));
  const open = edits.filter((edit) => isUnseen(edit) && isOpen(edit));
  return [...new Map([...done, ...open].map((edit) => [edit.id, edit])).values()].toSorted((a, b) => a.seq - b.seq);
}

/** The detail beside its title in one line; nothing of an unreadable one. */
export function summaryOf(edit: EditRow): NonNullable<ReturnType<NonNullable<EditKind['summary']>>> {
  const summary = (edit.readable && edit.body && editKind(edit.kind)?.summary?.(edit.body)) || {};
  return summary.text === undefined ? summary : { ...summary, text: marked(summary.text) };
}
