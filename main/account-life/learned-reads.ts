import type { Capabilities } from '#main/accounts/capabilities.ts';
import type { Answer } from '#main/api/client.ts';
import type { ApiResult } from '#main/api/result.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';

/** What the engine may read beyond the specification, and where it tells what came of it, by kind of edit. */
export function learnedReads(capabilities: Capabilities) {
  const recordKindOf = (name: string) => {
    const kind = editKind(name)?.recordKind ?? 'any';
    return kind === 'any' ? null : kind;
  };
  return {
    mayRead: (name: string) => {
      const kind = recordKindOf(name);
      return kind !== null && capabilities.mayRead(kind);
    },
    sendsWhole: capabilities.replaces,
    learnedReplacing: capabilities.noteReplacing,
    learnedRead: (name: string, result: ApiResult<Answer>) => {
      const kind = recordKindOf(name);
      if (kind !== null) capabilities.noteRead(kind, result, true);
    },
  };
}
