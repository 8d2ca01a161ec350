import { approve } from '#main/edits/decide/approve.ts';
import { fingerprintOf } from '#main/edits/review/fingerprint.ts';
import { reviewBatch } from '#main/edits/review/review.ts';
import { editRowsOf } from '#main/edits/view.ts';
import { editsByIds } from '#main/outbox/outbox.ts';
import type { ReviewBatch } from '#shared/contract/views/views.ts';
import type { House } from '#main/app/house.ts';
import { done } from '#main/app/acts/edit-acts.ts';
import type { Implementer } from './implementer.ts';
import { refuse } from '#main/app/refuse.ts';

/** Review and send. */
export function reviewRouter({ review: os }: Implementer, house: House) {
  return {
    batch: os.batch.handler(() => reviewBatch(house.store(), house.life.open?.checked ?? null)),
    edits: os.edits.handler(({ input }) => editRowsOf(house.store(), editsByIds(house.store(), input.ids))),
    preflight: os.preflight.handler(() => preflightBatch(house)),
    approve: os.approve.handler(({ input }) => approveBatch(house, input)),
  };
}

/** Reads bases again where they can be read, and shows what came of it. */
async function preflightBatch(house: House): Promise<ReviewBatch> {
  const account = house.account();
  const preflight = await account.engine.preflight();
  account.checked = { preflight, fingerprint: fingerprintOf(account.store) };
  return reviewBatch(account.store, account.checked);
}

/** As long as a batch may take; a token that ends before is refreshed before, never during a payment. */
const BATCH_MS = 5 * 60_000;

async function approveBatch(house: House, approval: { ids: string[]; fingerprint: string; secondConfirmation: boolean }) {
  const account = house.account();
  if (account.engine.connection().kind === 'online') await account.session.ensureFor(BATCH_MS);
  const answer = approve(account.store, approval);
  if (!answer.ok && answer.kind === 'stale') return refuse('STALE_BATCH', { fingerprint: answer.fingerprint });
  const { batchId } = done(answer);
  account.checked = null;
  account.engine.kick();
  return { batchId };
}
