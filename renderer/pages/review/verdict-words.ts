import { formatCount } from '#shared/values/language.ts';
import type { EditRow } from '#shared/contract/views/edit-views.ts';
import { stateGroups, type EditState } from '#shared/edit.ts';
import { wordsOfState } from '#shared/messages/words.ts';

/** Rows that need the user first, most urgent first; the others keep their order. */
const need: readonly EditState[] = ['rejected', 'conflict', 'inDoubt', 'held', 'draft'];

type Counted = Pick<EditRow, 'state' | 'reason' | 'alike'>;

/** Rows that need the person, and the rest: what asks for a look first, then in the order of recording. */
export function partsByNeed(rows: readonly EditRow[]): { needYou: EditRow[]; rest: EditRow[] } {
  const inOrder = rows.toSorted((a, b) => a.seq - b.seq);
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
  const parts: [number, string][] = [
    [countIn(rest, 'applied'), 'confirmed'],
    [countIn(rest, 'confirmed'), 'marked as recorded'],
    [countIn(replaced, 'applied'), 'may have replaced somebody’s change'],
    [countIn(look, 'applied'), 'confirmed with something to look at'],
    [countIn(rows, 'rejected'), 'rejected'],
    [countIn(rows, 'conflict'), 'in conflict'],
    [countIn(rows, 'inDoubt'), 'in doubt'],
    [countIn(rows, 'held', 'draft'), 'held'],
    [countIn(rows, 'discarded', 'superseded'), 'taken back'],
    [
      moving,
      online ? (moving === 1 ? 'on its way' : 'on their way') : moving === 1 ? 'leaves when you are online' : 'leave when you are online',
    ],
  ];
  const said = parts.filter(([number]) => number > 0).map(([number, word]) => `${formatCount(number)} ${word}`);
  return said.length === 0 ? 'Approved' : said.join(', ');
}
