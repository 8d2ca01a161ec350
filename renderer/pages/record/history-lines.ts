import { wordsOfActivity } from '#shared/messages/activity-words.ts';
import type { ActivityRow } from '#shared/contract/views/views.ts';
import type { EpochMs } from '#shared/world.ts';

/** One line of a record's history. `answeredAt`: when the verdict came that the sign of what was recorded shows. */
export interface RecordLine {
  line: ActivityRow;
  answeredAt: EpochMs | null;
}

/** The sync shows a request's outcome, the edit's sign its verdict; a verdict with a reason has a line too. */
export function linesOf(history: readonly ActivityRow[]): RecordLine[] {
  const states = new Map(history.flatMap(({ said }) => (said ? [[said.id, said.state]] : [])));
  const verdicts = history.filter(({ what, editId, facts }) => what === 'verdict' && editId !== null && facts['to'] === states.get(editId));
  const answered = new Map(verdicts.map(({ editId, at }) => [editId, at]));
  const shown = history.filter(
    (line) => line.what !== 'left' && line.what !== 'answered' && !(verdicts.includes(line) && wordsOfActivity(line).detail === null),
  );
  return shown
    .toSorted((a, b) => b.seq - a.seq)
    .map((line) => ({ line, answeredAt: line.said ? (answered.get(line.said.id) ?? null) : null }));
}
