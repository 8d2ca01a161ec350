import type { Capabilities } from '#main/accounts/trust/capabilities.ts';
import type { Answer } from '#main/api/client.ts';
import type { ApiResult } from '#main/api/result.ts';
import type { NamedRecord, Omission } from '#main/sync/engine-parts.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';

/** The reads beyond the specification that the engine may use, by kind of edit, and the callback for their results. */
export function learnedReads(capabilities: Capabilities) {
  const recordKindOf = (name: string) => {
    const kind = editKind(name)?.recordKind ?? 'any';
    return kind === 'any' ? null : kind;
  };
  const mayRead = (name: string): boolean => {
    const kind = recordKindOf(name);
    return kind !== null && capabilities.mayRead(kind);
  };
  return {
    mayRead,
    sendsWhole: (name: string): boolean => capabilities.clears(name, mayRead(name)),
    knowsOmission: (name: string): boolean => capabilities.keeps(name) || capabilities.clears(name, mayRead(name)),
    learnedOmission: ({ kind, recordId }: NamedRecord, shown: Omission): void => capabilities.noteOmission(kind, recordId, shown),
    learnedRead: ({ kind: name, recordId }: NamedRecord, result: ApiResult<Answer>): void => {
      const kind = recordKindOf(name);
      if (kind !== null) capabilities.noteRead(kind, result, recordId);
    },
  };
}
