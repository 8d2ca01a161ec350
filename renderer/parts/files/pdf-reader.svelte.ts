import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { startPdfWorker } from './pdf-worker.ts';

/** Decoders of pictures, character maps and fonts, shipped beside the window (scripts/pdf-files.mjs). */
const dataUrl = () => new URL('/pdf/', location.href).href;

/** The result of drawing a page: `partly` lacks a picture that could not be read, `blank` shows nothing at all. */
type Drawn = 'whole' | 'partly' | 'blank' | 'failed';

/** Largest share of a screen's pixels that one page may take, so that a hostile page size cannot exhaust memory. */
const MOST_PIXELS = 16_000_000;

/** A file of a few hundred bytes can say that it has millions of pages. */
const MOST_PAGES = 500;

/** A PDF that is open: its pages, its text for searching, its zoom. Scripts inside it are never run. */
export class PdfReader {
  pages = $state(0);
  /** The number of further ones. */
  pagesLeftOut = $state(0);
  zoom = $state(1);
  failed = $state(false);
  /** Pages that are not whole, by their number. */
  drawn = $state<Record<number, Drawn>>({});
  /** Names of files inside it. */
  attached = $state.raw<string[]>([]);
  text = $state('');
  hits = $state.raw<number[]>([]);
  at = $state(0);
  #document: PDFDocumentProxy | null = null;
  #worker: Worker | null = null;
  /** Counts openings and endings: what was overtaken while it waited ends on its own. */
  #turn = 0;
  #words: string[] = [];

  /** Opens `bytes`; `failed` is set when they are no readable PDF. The reader's own scripts are read with the first document. */
  async open(bytes: Uint8Array): Promise<void> {
    const turn = (this.#turn += 1);
    this.#words = [];
    this.drawn = {};
    this.attached = [];
    try {
      const pdfjs = await import('pdfjs-dist');
      if (turn !== this.#turn) return;
      const port = startPdfWorker();
      this.#worker = port;
      port.onerror = () => {
        this.failed = true;
      };
      const worker = pdfjs.PDFWorker.create({ port });
      const url = dataUrl();
      const data = { cMapUrl: url, standardFontDataUrl: url, wasmUrl: url, iccUrl: url, useWorkerFetch: true };
      const task = pdfjs.getDocument({ worker, data: bytes, ...data, enableXfa: false, stopAtErrors: false, disableFontFace: false });
      const document = await task.promise;
      if (turn !== this.#turn) return void (await task.destroy());
      this.#document = document;
      const { numPages } = document;
      this.pages = Math.min(numPages, MOST_PAGES);
      this.attached = await attachedTo(document);
      this.pagesLeftOut = numPages - this.pages;
      for (let page = 1; page <= this.pages && turn === this.#turn; page++) this.#words.push(await this.#textOf(page));
    } catch {
      this.failed ||= turn === this.#turn;
    }
  }

  /** Ends what is open, or on its way: the same reader may open another. */
  async close(): Promise<void> {
    this.#turn += 1;
    const [document, worker] = [this.#document, this.#worker];
    this.#document = this.#worker = null;
    await document?.loadingTask.destroy();
    worker?.terminate();
  }

  /** Draws page `number` (from 1) as wide as `width` CSS pixels times the zoom, and notes in `drawn` what of it is missing. */
  async draw(number: number, canvas: HTMLCanvasElement, width: number): Promise<void> {
    const turn = this.#turn;
    const drawn = await this.#draw(number, canvas, width).catch((): Drawn => 'failed');
    if (drawn !== null && turn === this.#turn) this.drawn[number] = drawn;
  }

  async #draw(number: number, canvas: HTMLCanvasElement, width: number): Promise<Drawn | null> {
    const page = await this.#document?.getPage(number);
    if (!page) return null;
    const scale = scaleFor(page, width * this.zoom);
    const viewport = page.getViewport({ scale: scale * devicePixelRatio });
    canvas.width = viewport.width;
    canvas.height = viewport.height;
    canvas.style.width = `${viewport.width / devicePixelRatio}px`;
    await page.render({ canvas, viewport }).promise;
    if (isWhite(canvas)) return 'blank';
    return [...page.objs, ...page.commonObjs].some(([, content]) => content === null) ? 'partly' : 'whole';
  }

  /** Pages on which all words of `text` stand. */
  search(text: string): void {
    this.text = text;
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    this.hits =
      words.length === 0 ? [] : this.#words.flatMap((page, index) => (words.every((word) => page.includes(word)) ? [index + 1] : []));
    this.at = 0;
  }

  /** The next page with a hit, from 1, or null. */
  nextHit(): number | null {
    if (this.hits.length === 0) return null;
    const page = this.hits[this.at % this.hits.length] ?? null;
    this.at += 1;
    return page;
  }

  zoomBy(factor: number): void {
    this.zoom = Math.min(4, Math.max(0.5, Math.round(this.zoom * factor * 100) / 100));
  }

  async #textOf(number: number): Promise<string> {
    const page = await this.#document?.getPage(number);
    const content = await page?.getTextContent();
    return (content?.items ?? [])
      .map((item) => ('str' in item ? item.str : ''))
      .join(' ')
      .toLowerCase();
  }
}

function scaleFor(page: PDFPageProxy, width: number): number {
  const natural = page.getViewport({ scale: 1 });
  const wanted = width / natural.width;
  const pixels = natural.width * natural.height * wanted * wanted * devicePixelRatio * devicePixelRatio;
  return pixels > MOST_PIXELS ? wanted * Math.sqrt(MOST_PIXELS / pixels) : wanted;
}

/** Names of the files that a PDF holds, as a portfolio does. */
async function attachedTo(document: PDFDocumentProxy): Promise<string[]> {
  const attachments = (await document.getAttachments().catch(() => null)) as Map<string, { filename: string }> | null;
  return [...(attachments?.values() ?? [])].map(({ filename }) => filename);
}

/** True where every pixel is white; a small copy is looked at, in which a thin line is still grey. */
function isWhite(canvas: HTMLCanvasElement): boolean {
  const small = new OffscreenCanvas(Math.min(canvas.width, 400), Math.min(canvas.height, 600));
  const context = small.getContext('2d');
  if (context === null) return false;
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, 0, 0, small.width, small.height);
  return context.getImageData(0, 0, small.width, small.height).data.every((value) => value === 255);
}
