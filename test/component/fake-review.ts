import { ORPCError } from '@orpc/client';
import type { Api } from '#renderer/state/connection/connect.ts';
import type * as view from '#shared/contract/views/views.ts';
import { openBefore } from '#shared/edits/payments-here.ts';
import type { JsonValue } from '#shared/json/json.ts';
import { valueDoubt } from '#shared/messages/change-words.ts';
import { paymentWarning } from '#shared/service/invoice-states.ts';
import { sumByCurrency } from '#shared/values/money.ts';
import type { FakeApp } from './fake-app.ts';
import { looksOf } from './fake-edits.ts';
import { now } from './fake-records.ts';

/** The core's warnings about bank changes, as far as pages show them. */
const bankWarnings = (rows: readonly view.EditRow[]): view.ReviewWarning[] =>
  rows.flatMap(({ id, changes, touchesBank }) => [
    ...(touchesBank ? [{ kind: 'bankChange' as const, editId: id, fields: changes }] : []),
    ...changes.flatMap(({ path, mine }) =>
      valueDoubt(path, mine) === null
        ? []
        : [{ kind: 'oddValue' as const, editId: id, of: 'updateVendor', path, value: mine as JsonValue, from: 'edit' as const }],
    ),
  ]);

/** The review of a fake desk: groups, warnings and approval as the core makes them, as far as pages show them. */
export function fakeReview(app: FakeApp): Api['review'] {
  let checked: Pick<view.ReviewBatch, 'preflight' | 'fingerprint'> | null = null;
  const openFor = ({ record, id }: view.EditRow) => {
    const [of, drafts] = [app.viewOf(record), app.edits.filter(({ state }) => state === 'draft')];
    return { service: of.service ?? {}, openMinor: openBefore(of, id, new Set(drafts.map((draft) => draft.id))) };
  };
  const paymentWarnings = (row: view.EditRow): view.ReviewWarning[] => {
    const { id: editId, amountMinor, currency } = row;
    if (row.priority !== 'payment' || amountMinor === null) return [];
    const { service, openMinor } = openFor(row);
    const state = typeof service['state'] === 'string' ? service['state'] : '';
    return [
      ...(openMinor !== null && amountMinor > openMinor
        ? [{ kind: 'overpayment' as const, editId, amountMinor, openMinor, currency: currency ?? '' }]
        : []),
      ...(paymentWarning(state) === 'unusual' ? [{ kind: 'unusualState' as const, editId, state }] : []),
    ];
  };
  const followsOf = (row: view.EditRow): NonNullable<view.ReviewRow['payment']> => {
    const { service, openMinor } = openFor(row);
    const customer = service['customerId'];
    return {
      customerId: typeof customer === 'string' ? customer : null,
      leftMinor: openMinor === null || row.amountMinor === null ? null : openMinor - row.amountMinor,
      atMost: service['state'] === 'PARTIALLY_PAID',
    };
  };
  const batch = (): view.ReviewBatch => {
    const drafts = app.editRows(app.edits.filter((edit) => edit.state === 'draft' || edit.state === 'conflict'));
    const groupOf = (row: view.EditRow): view.ReviewBatch['groups'][number]['kind'] => {
      if (row.state === 'conflict') return 'conflicts';
      if (row.kind === 'recordInvoicePayment') return 'payments';
      return row.record.kind === 'vendor' ? 'vendors' : 'ready';
    };
    const rowsOf = (edits: view.EditRow[]) =>
      [...Map.groupBy(edits, (edit) => (edit.touchesBank ? edit.id : looksOf(edit)))].map(([key, [first, ...more]], place) => ({
        ...{ key, of: first?.kind ?? '', ids: [first, ...more].flatMap((edit) => edit?.id ?? []) },
        first: place < 60 || first?.amountMinor !== null ? (first ?? null) : null,
        ...(first?.priority === 'payment' ? { payment: followsOf(first) } : {}),
      }));
    const kinds = ['ready', 'changedOnService', 'conflicts', 'vendors', 'payments', 'blocked'] as const;
    const fingerprint = `f${app.edits.length}`;
    return {
      fingerprint,
      groups: kinds
        .map((kind) => ({ kind, of: drafts.filter((row) => groupOf(row) === kind) }))
        .map(({ kind, of }) => ({
          kind,
          rows: rowsOf(of),
          warnings: [
            ...bankWarnings(of),
            ...of.flatMap(paymentWarnings),
            ...app.warnings.filter(({ editId }) => of.some(({ id }) => id === editId)),
          ],
        }))
        .filter((group) => group.rows.length > 0),
      totals: sumByCurrency(drafts),
      preflight: checked?.fingerprint === fingerprint ? checked.preflight : null,
    };
  };
  return {
    batch: async () => batch(),
    edits: async ({ ids }) => app.editRows(app.edits.filter(({ id }) => ids.includes(id))),
    preflight: async () => {
      checked = {
        preflight: { at: now, reachable: true, reread: 3, merged: [], conflicts: [], unreadable: 0 },
        fingerprint: `f${app.edits.length}`,
      };
      return batch();
    },
    approve: async ({ ids, fingerprint }) => {
      if (fingerprint !== `f${app.edits.length}`) throw new ORPCError('STALE_BATCH', { defined: true, status: 409, data: { fingerprint } });
      const batchId = `b${app.batches.size + 1}`;
      app.batches.set(batchId, ids);
      app.setState(ids, 'waiting');
      return { batchId };
    },
  };
}
