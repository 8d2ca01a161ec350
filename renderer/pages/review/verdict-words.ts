import { countsOf } from '#renderer/state/counts.ts';
import { t } from '#shared/messages/t.ts';
import type { EditRow } from '#shared/contract/views/edit-views.ts';
import { stateGroups, type EditState } from '#shared/edit.ts';
import { wordsOfState } from '#shared/messages/words.ts';

/** Rows that need the user first, most urgent first; the others keep their order. */
const need: readonly EditState[] = ['rejected', 'conflict', 'inDoubt', 'held', 'draft'];

type Counted = Pick<EditRow, 'state' | 'reason' | 'alike'>;

/** Rows that need the person, and the rest: what asks for a look first, then in the order of sending: payments last, as in the review. */
export function partsByNeed(rows: readonly EditRow[]): { needYou: EditRow[]; rest: EditRow[] } {
  const last = ({ priority }: EditRow) => Number(priority === 'payment');
  const inOrder = rows.toSorted((a, b) => last(a) - last(b) || a.seq - b.seq);
  const needYou = inOrder.filter(({ state }) => need.includes(state)).toSorted((a, b) => need.indexOf(a.state) - need.indexOf(b.state));
  const rest = inOrder.filter(({ state }) => !need.includes(state));
  return { needYou, rest: [...rest.filter(asksForALook), ...rest.filter((row) => !asksForALook(row))] };
}

/** The number of these rows' edits in one of the states. */
export function countIn(rows: readonly Counted[], ...states: EditState[]): number {
  return rows.reduce((sum, { state, alike = 1 }) => sum + (states.includes(state) ? alike : 0), 0);
}

/** Applied, and a person should look all the same: somebody's change may be gone, a value is another, something may be there twice. */
export const asksForALook = ({ state, reason }: Pick<EditRow, 'state' | 'reason'>): boolean =>
  state === 'applied' && wordsOfState(state, reason).severity !== 'confirmed';
const mayHaveReplaced = ({ state, reason }: Counted) => state === 'applied' && reason?.kind === 'versionJump' && !reason.setBack;

/** "3 confirmed, 1 in doubt, 2 on their way": only what is known, and nothing that is not. */
export function headlineOfVerdicts(rows: readonly Counted[], online: boolean): string {
  const moving = countIn(rows, ...stateGroups.moving);
  const replaced = rows.filter(mayHaveReplaced);
  const look = rows.filter((row) => asksForALook(row) && !mayHaveReplaced(row));
  const rest = rows.filter((row) => !asksForALook(row));
  const said = countsOf([
    ['review.verdict.confirmed', countIn(rest, 'applied')],
    ['review.verdict.marked', countIn(rest, 'confirmed')],
    ['review.verdict.replaced', countIn(replaced, 'applied')],
    ['review.verdict.look', countIn(look, 'applied')],
    ['review.verdict.rejected', countIn(rows, 'rejected')],
    ['review.verdict.conflict', countIn(rows, 'conflict')],
    ['review.verdict.inDoubt', countIn(rows, 'inDoubt')],
    ['review.verdict.held', countIn(rows, 'held', 'draft')],
    ['review.verdict.takenBack', countIn(rows, 'discarded', 'superseded')],
    [online ? 'review.verdict.moving' : 'review.verdict.later', moving],
  ]);
  return said || t('review.verdict.none');
}
