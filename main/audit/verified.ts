import { isJsonObject, type JsonValue } from '#shared/json/json.ts';
import { readSetting, writeSetting } from '#main/storage/settings.ts';
import { codeOf, isStorageTrouble } from '#main/storage/driver.ts';
import type { Store } from '#main/storage/store.ts';
import { lineAt, auditStart, type AuditHead } from './audit.ts';

/** The name of the stored mark: the verified part of the chain from its first line on. */
const name = 'trailVerified';
/** Lines by which the mark is behind before it is moved. */
const worthMoving = 500;

/** The line up to which the chain was verified before; the chain's start if that line is missing or differs. */
export function markOf(store: Store): AuditHead {
  const kept = keptMark(store);
  if (!isJsonObject(kept)) return auditStart;
  const { seq, hash } = kept;
  const here = typeof seq === 'number' ? lineAt(store, seq) : null;
  return here?.hash === hash && here ? here : auditStart;
}

/** A mark that cannot be read is none: then everything is followed. */
function keptMark(store: Store): JsonValue {
  try {
    return readSetting(store, name);
  } catch {
    return null;
  }
}

/** Notes that the chain was followed up to a line, when that is worth a commit. A disk that refuses leaves the mark where it was. */
export function moveMark(store: Store, to: AuditHead, from = markOf(store)): void {
  if (to.seq - from.seq < worthMoving) return;
  try {
    writeSetting(store, name, { seq: to.seq, hash: to.hash });
  } catch (error) {
    if (!isStorageTrouble(error)) throw error;
    store.world.log.info('trailMarkNotMoved', { code: codeOf(error) });
  }
}
