import type { EditRow } from '#shared/contract/views.ts';
import type { EditState } from '#shared/edit.ts';

const need: readonly EditState[] = ['rejected', 'conflict', 'inDoubt', 'held', 'draft', 'checking', 'sending', 'waiting'];
const underWay: readonly EditState[] = ['waiting', 'sending', 'checking'];

/** What needs the person first, then what is under way, then what is settled; each in the order of recording. */
export function rowsByNeed(rows: readonly EditRow[]): EditRow[] {
  const rank = ({ state }: EditRow) => (need.includes(state) ? need.indexOf(state) : need.length);
  return rows.toSorted((a, b) => rank(a) - rank(b) || a.seq - b.seq);
}

/** "3 confirmed, 1 in doubt, 2 on their way": only what is known, and nothing that is not. */
export function headlineOfVerdicts(rows: readonly Pick<EditRow, 'state'>[], online: boolean): string {
  const count = (...states: EditState[]) => rows.filter(({ state }) => states.includes(state)).length;
  const moving = count(...underWay);
  const parts: [number, string][] = [
    [count('applied', 'confirmed'), 'confirmed'],
    [count('rejected'), 'rejected'],
    [count('conflict'), 'in conflict'],
    [count('inDoubt'), 'in doubt'],
    [count('held', 'draft'), 'held'],
    [count('discarded', 'superseded'), 'taken back'],
    [
      moving,
      online ? (moving === 1 ? 'on its way' : 'on their way') : moving === 1 ? 'leaves when you are online' : 'leave when you are online',
    ],
  ];
  const said = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  return said.length === 0 ? 'Approved' : said.join(', ');
}
