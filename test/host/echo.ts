import { eventIterator, oc, type, type ContractRouterClient } from '@orpc/contract';
import { EventPublisher, implement } from '@orpc/server';
import { z } from 'zod';
import { sendInOneGo } from '#shared/json/json-wire.ts';

/** A tiny contract with everything that both transports must carry: bigint, Date, Blob, promised errors, a stream. */
export const echoContract = {
  echo: oc
    .input(z.object({ amountMinor: z.bigint(), at: z.date(), text: z.string().max(200_000) }))
    .output(z.object({ amountMinor: z.bigint(), at: z.date(), text: z.string() })),
  rows: oc.input(z.object({ count: z.number() })).output(type<{ amountMinor: bigint | null; text: string }[]>()),
  refuse: oc.errors({ NOT_NOW: { status: 409, message: 'Not now.', data: z.object({ unlocksInMs: z.bigint() }) } }).output(z.void()),
  document: oc.input(z.object({ bytes: z.number() })).output(z.instanceof(Blob)),
  changes: oc.output(eventIterator(z.object({ seq: z.number() }))),
  publish: oc.input(z.object({ seq: z.number() })).output(z.void()),
};
export type EchoClient = ContractRouterClient<typeof echoContract>;

/** Rows as a list has them, some without an amount. */
export const echoRows = (count: number): { amountMinor: bigint | null; text: string }[] =>
  Array.from({ length: count }, (_, n) => ({ amountMinor: n % 3 === 0 ? null : BigInt(n) * 10n ** 17n, text: `é😀\u2028 ${n}` }));

/** The router behind it; `open()` counts streams that are being read. */
export function echoRouter() {
  const os = implement(echoContract);
  const publisher = new EventPublisher<{ change: { seq: number } }>();
  let open = 0;
  const router = os.router({
    echo: os.echo.handler(({ input }) => input),
    rows: os.rows.handler(({ input }) => sendInOneGo(echoRows(input.count), ['amountMinor'])),
    refuse: os.refuse.handler(({ errors }) => {
      throw errors.NOT_NOW({ data: { unlocksInMs: 9_007_199_254_740_993n } });
    }),
    document: os.document.handler(({ input }) => new Blob([new Uint8Array(input.bytes).fill(7)], { type: 'application/pdf' })),
    changes: os.changes.handler(async function* ({ signal }) {
      open += 1;
      try {
        for await (const change of publisher.subscribe('change', signal ? { signal } : {})) yield change;
      } finally {
        open -= 1;
      }
    }),
    publish: os.publish.handler(({ input }) => {
      publisher.publish('change', input);
    }),
  });
  return { router, open: () => open };
}
