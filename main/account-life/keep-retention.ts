import { codeOf } from '#main/cache/database/driver.ts';
import type { Leaving } from '#main/library/leave.ts';
import { forgetAged, type RetentionRule } from '#main/library/retention.ts';
import type { Engine } from '#main/sync/engine.ts';
import { every, keepUp } from './keep-up.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Lets what is older than the rule says leave the laptop: when the service can be reached again, and every day. Only online: what left by
 * mistake (a clock that jumped) can be read again there. A disk that refuses is logged, and it is tried again then.
 */
export function keepRetention(
  parts: Leaving & { engine: Pick<Engine, 'connection'> },
  rule: () => RetentionRule | null,
): { stop(): Promise<void> } {
  const { store, engine } = parts;
  let online = false;
  let work: Promise<void> | null = null;
  const forget = async (): Promise<void> => {
    const said = rule();
    if (!said) return;
    try {
      await forgetAged(parts, said);
    } catch (error) {
      if (codeOf(error) === '') throw error;
      store.world.log.error('oldRecordsStay', { code: codeOf(error) });
    }
  };
  const begin = () => {
    if (work || keeping.signal.aborted || engine.connection().kind !== 'online') return;
    work = forget().finally(() => (work = null));
  };
  const look = () => {
    const was = online;
    online = engine.connection().kind === 'online';
    if (online && !was) begin();
  };
  const keeping = keepUp(store, 'status', look);
  look();
  void every(store.world, DAY_MS, keeping.signal, begin);
  return {
    stop: async () => {
      keeping.stop();
      await work;
    },
  };
}
