import { slices } from '#main/library/in-parts.ts';
import { readForeignEdits, type FoundEdits } from '#main/outbox/reading/found-edits.ts';
import { portionLimits, type BackupFacts, type Portion } from './job-kinds.ts';

/** Edits and requests of one backup; more than a person records in years. */
const mostRows = 200_000;

/** Reads a backup from elsewhere, which lies as a file beside the account's own. */
export function* backupEditPortions(_content: string, { file, key, keyId }: BackupFacts): Generator<Portion<'backupEdits'>> {
  const found = readForeignEdits(file, { key, keyId });
  if (found === null || found.edits.length + (found.attempts?.length ?? 0) > mostRows) {
    yield { part: 'refused' };
    return;
  }
  for (const rows of slices(found.edits, portionLimits.records)) yield { part: 'edits', rows };
  for (const rows of slices(found.attempts ?? [], portionLimits.records)) yield { part: 'attempts', rows };
  const doubted = found.doubted === null ? null : [...found.doubted];
  const { creatingIntents, unreadable } = found;
  yield { part: 'rest', attemptsKnown: found.attempts !== null, doubted, creatingIntents, unreadable };
}

/** The reader's result, reassembled; null when it refused the file. */
export function foundEdits(all: readonly Portion<'backupEdits'>[]): FoundEdits | null {
  const rest = all.find((portion) => portion.part === 'rest');
  if (!rest) return null;
  const rows = (part: 'edits' | 'attempts') => all.flatMap((portion) => (portion.part === part ? portion.rows : []));
  return {
    edits: rows('edits') as unknown as FoundEdits['edits'],
    attempts: rest.attemptsKnown ? (rows('attempts') as unknown as FoundEdits['attempts']) : null,
    doubted: rest.doubted === null ? null : new Set(rest.doubted),
    creatingIntents: rest.creatingIntents,
    unreadable: rest.unreadable,
  };
}
