import { approve } from '#main/edits/decide/approve.ts';
import { fingerprintOf } from '#main/edits/review/fingerprint.ts';
import { reviewBatch } from '#main/edits/review/review.ts';
import { editRowsOf } from '#main/edits/view.ts';
import { editsByIds } from '#main/outbox/outbox.ts';
import type { ReviewBatch } from '#shared/contract/views/views.ts';
import type { AppServices } from '#main/app/app-services.ts';
import { done } from '#main/app/commands/edit-commands.ts';
import type { Implementer } from './implementer.ts';
import { refuse } from '#main/app/refusals/refuse.ts';

export function reviewRouter({ review: os }: Implementer, services: AppServices) {
  return {
    batch: os.batch.handler(() => reviewBatch(services.store(), services.life.open?.checked ?? null)),
    edits: os.edits.handler(({ input }) => editRowsOf(services.store(), editsByIds(services.store(), input.ids))),
    preflight: os.preflight.handler(() => preflightBatch(services)),
    approve: os.approve.handler(({ input }) => approveBatch(services, input)),
  };
}

/** Reads bases again where they can be read, and shows what came of it. */
async function preflightBatch(services: AppServices): Promise<ReviewBatch> {
  const account = services.account();
  const preflight = await account.engine.preflight();
  account.checked = { preflight, fingerprint: fingerprintOf(account.store) };
  return reviewBatch(account.store, account.checked);
}

/** As long as a batch may take; a token that ends before is refreshed before, never during a payment. */
const BATCH_MS = 5 * 60_000;

async function approveBatch(services: AppServices, approval: { ids: string[]; fingerprint: string; secondConfirmation: boolean }) {
  const account = services.account();
  if (account.engine.connection().kind === 'online') await account.session.ensureFor(BATCH_MS);
  const answer = approve(account.store, approval);
  if (!answer.ok && answer.kind === 'stale') return refuse('STALE_BATCH', { fingerprint: answer.fingerprint });
  const { batchId } = done(answer);
  account.checked = null;
  account.engine.kick();
  return { batchId };
}
