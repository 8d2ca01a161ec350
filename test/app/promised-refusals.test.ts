import { expect, test } from 'vitest';
import type { Failure } from '#main/api/result.ts';
import { refuseFailure } from '#main/app/refusals/refuse-failure.ts';
import { contract } from '#shared/contract.ts';

const failures: Failure[] = [
  { kind: 'unauthorized', status: 401, error: null, refreshed: false },
  { kind: 'notSent', cause: 'signedOut', detail: 'expired' },
  { kind: 'notSent', cause: 'dns', detail: '' },
  { kind: 'refused', status: 404, error: null, retryAfterMs: null },
  { kind: 'refused', status: 403, error: null, retryAfterMs: null },
  { kind: 'otherCompany', status: 200 },
  { kind: 'redirected', status: 302, to: '', host: '', why: 'untrusted' },
  { kind: 'captivePortal' },
  { kind: 'serviceTrouble', status: 500, retryAfterMs: null },
];

/** Reads that a user asks for: each may fail in every way, and each way is promised, so that none is taken for a mistake of ours. */
const reads = {
  refresh: contract.records.refresh,
  receiptOptions: contract.records.receiptOptions,
  runPack: contract.library.runPack,
  fetch: contract.documents.fetch,
  learnDocumentParameter: contract.accounts.learnDocumentParameter,
};

function codeOf(failure: Failure): string {
  try {
    return refuseFailure(failure, 'it');
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test.each(Object.entries(reads))('every way in which %s can fail is promised', (_name, procedure) => {
  const promised = Object.keys(procedure['~orpc'].errorMap);
  expect([...new Set(failures.map(codeOf)), 'NOT_NOW'].filter((code) => !promised.includes(code))).toEqual([]);
});
