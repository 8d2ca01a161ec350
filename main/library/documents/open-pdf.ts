import './pdf-scope.ts';
import { existsSync } from 'node:fs';
import path from 'node:path';
import * as pdfWorker from 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { getDocument, type PDFDocumentLoadingTask } from 'pdfjs-dist/legacy/build/pdf.mjs';

// Its worker runs in this process, which is one already.
(globalThis as { pdfjsWorker?: unknown }).pdfjsWorker = pdfWorker;

/** The character maps of texts whose fonts are not embedded: beside the built window, or of the package. */
const cMapUrl = ['../renderer/pdf/', '../../../node_modules/pdfjs-dist/cmaps/']
  .map((folder) => path.join(import.meta.dirname, folder))
  .find((folder) => existsSync(folder));

/** Opens a PDF to look at it or to read its text; for the file reader's process only, since a file may take any time. */
export function openPdf(bytes: Uint8Array): PDFDocumentLoadingTask {
  return getDocument({
    // A copy: the reader takes no Buffer, and takes what it is given away.
    data: new Uint8Array(bytes),
    ...(cMapUrl === undefined ? {} : { cMapUrl }),
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    enableXfa: false,
    verbosity: 0,
  });
}
