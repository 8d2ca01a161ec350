import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

/** The used part of Trusted Types, which TypeScript's DOM library lacks. */
interface PolicyMaker {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(from: string): URL };
}

// The one address that this page may start as a script besides its own (main/host/page-headers.ts): the policy knows no other answer.
const { trustedTypes } = globalThis as unknown as { trustedTypes: PolicyMaker };
const readerOnly = trustedTypes.createPolicy('layover-pdf-worker', { createScriptURL: () => workerUrl });

/** Starts a worker for one PDF; who asked for it ends it. */
export function startPdfWorker(): Worker {
  return new Worker(readerOnly.createScriptURL(workerUrl), { type: 'module' });
}
