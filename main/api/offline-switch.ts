import type { Transport, WireFailure } from '#main/api/transport/transport.ts';

/** The one way out of an account, with the user's switch in it. */
export interface SwitchedTransport extends Transport {
  /** Off: nothing is sent. Writes under way finish; reads and documents are cancelled. */
  switchOff(off: boolean): void;
}

const refused: WireFailure = {
  kind: 'failure',
  cause: 'workingOffline',
  bytesWritten: false,
  status: null,
  detail: 'workingOffline',
  afterMs: 0,
};

/**
 * "Work offline" for everything that an account sends, in one place: writes, reads, documents, probes, refreshes of the sign-in. A sender gets "no
 * byte sent" while it is off.
 */
export function withOfflineSwitch(transport: Transport): SwitchedTransport {
  let off = false;
  const leaving = new Set<AbortController>();
  return {
    exchange: async (request, signal) => {
      if (off) return refused;
      if (request.priority !== 'read' && request.priority !== 'document') return transport.exchange(request, signal);
      const giveUp = new AbortController();
      leaving.add(giveUp);
      const either = signal ? AbortSignal.any([signal, giveUp.signal]) : giveUp.signal;
      return transport.exchange(request, either).finally(() => leaving.delete(giveUp));
    },
    isOff: () => off,
    makeReady: (url, connections) => {
      if (!off) transport.makeReady?.(url, connections);
    },
    renew: () => transport.renew?.(),
    close: () => transport.close(),
    switchOff: (now) => {
      off = now;
      if (!off) return;
      for (const giveUp of leaving) giveUp.abort();
      transport.giveUp?.(['read', 'document']);
      // Idle connections would still say goodbye on their own, seconds later.
      transport.renew?.();
    },
  };
}
