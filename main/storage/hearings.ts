import type { RecordRef } from '#shared/records/record-kind.ts';
import type { World } from '#shared/world.ts';

/** The moment at which a question left, on a counter of this process: later moments are greater. */
export type Asked = number & { readonly asked: unique symbol };

const timesToBelieve = 3;
const believeAfterMs = 10_000;
const mostRemembered = 10_000;

interface Doubted {
  text: string;
  times: number;
  asked: Asked;
  since: number;
}

export type Hearings = ReturnType<typeof createHearings>;

/**
 * The order in which this process asked and heard of records (law 28). No clock decides it, neither ours nor the service's. In memory: no question
 * outlives its process. Remembers the newest ten thousand records; of those before them an answer counts as heard in between, where it could have been.
 */
export function createHearings(world: Pick<World, 'monotonic'>) {
  let now = 0;
  let forgotten = 0;
  const heardAt = new Map<string, number>();
  const doubted = new Map<string, Doubted>();
  const keyOf = ({ kind, id }: RecordRef) => `${kind} ${id.toLowerCase()}`;
  return {
    /** Called just before a read or a write is sent. */
    ask: () => (now += 1) as Asked,
    /** The service's word on a record was stored. */
    heard: (ref: RecordRef): void => {
      const key = keyOf(ref);
      heardAt.delete(key);
      heardAt.set(key, (now += 1));
      doubted.delete(key);
      const [oldest] = heardAt;
      if (heardAt.size <= mostRemembered || !oldest) return;
      heardAt.delete(oldest[0]);
      forgotten = oldest[1];
    },
    /** True when the service's word on the record came between the question and its answer: the two have no order. */
    heardSince: (ref: RecordRef, asked: Asked): boolean => (heardAt.get(keyOf(ref)) ?? forgotten) > asked,
    /**
     * Counts answers that were asked last and carry an earlier time than what is known. True once the service has given the very same text to
     * `timesToBelieve` questions over `believeAfterMs`: its clock went back, or its nodes' clocks differ. Until then it may be a copy from before.
     */
    insists: (ref: RecordRef, text: string, asked: Asked): boolean => {
      const key = keyOf(ref);
      const before = doubted.get(key);
      const same = before?.text === text ? before : { text, times: 0, asked: 0 as Asked, since: world.monotonic() };
      // The same answer may be looked at twice.
      const next = same.asked === asked ? same : { ...same, asked, times: same.times + 1 };
      doubted.delete(key);
      if (doubted.size >= mostRemembered) doubted.clear();
      doubted.set(key, next);
      return next.times >= timesToBelieve && world.monotonic() - next.since >= believeAfterMs;
    },
  };
}
