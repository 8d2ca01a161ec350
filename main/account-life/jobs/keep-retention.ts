import { codeOf } from '#main/storage/driver.ts';
import { forgetAged, type Ageing, type RetentionRule } from '#main/library/retention.ts';
import { passUseTime } from '#main/library/use-time.ts';
import type { Engine } from '#main/sync/engine.ts';
import { every, whenOnline } from './background-jobs.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Lets what is older than the rule says leave the laptop: when the service can be reached again, and every day. Counts the days in use
 * besides. A disk that refuses is logged, and it is tried again then.
 */
export function keepRetention(
  parts: Ageing & { engine: Pick<Engine, 'connection'> },
  rule: () => RetentionRule | null,
): { stop(): Promise<void> } {
  const { store, engine } = parts;
  let work: Promise<void> | null = null;
  const later = (error: unknown): void => {
    if (codeOf(error) === '') throw error;
    store.world.log.error('oldRecordsStay', { code: codeOf(error) });
  };
  const forget = async (): Promise<void> => {
    const said = rule();
    if (said) await forgetAged(parts, said).catch(later);
  };
  const pass = (): void => {
    try {
      passUseTime(store);
    } catch (error) {
      later(error);
    }
  };
  const begin = () => {
    if (work || engine.connection().kind !== 'online') return;
    work = forget().finally(() => (work = null));
  };
  pass();
  const keeping = whenOnline(store, engine, begin);
  void every(store.world, DAY_MS, keeping.signal, () => {
    pass();
    begin();
  });
  return {
    stop: async () => {
      keeping.stop();
      await work;
    },
  };
}
