import type { Reading } from '#main/library/reading/reading.ts';
import type { Match, ToMatch } from '#shared/statements/match-types.ts';

/** Matches lines in a process of their own; without matches where it fails. */
export const matchIn =
  (reading: Reading) =>
  async (pieces: AsyncIterable<ToMatch>, payers: ReadonlyMap<string, string>): Promise<Match[]> => {
    const answer = await reading.read('matchLines', pieces, { payers });
    return answer.ok ? answer.portions.flatMap(({ matches }) => matches) : [];
  };
