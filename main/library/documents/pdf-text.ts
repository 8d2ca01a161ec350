import { openPdf } from './open-pdf.ts';
import { portionLimits, type Portion } from '#main/library/reading/job-kinds.ts';

/** Pages that are read, and characters that are kept: what tells a document stands on its first pages. */
const mostPages = 60;
const mostCharacters = portionLimits.documentCharacters;

/** The one portion of the file reader's job. */
export async function* pdfTextPortions(bytes: Uint8Array): AsyncGenerator<Portion<'pdfText'>> {
  yield await pdfTextOf(bytes);
}

/**
 * The text of a PDF: its page count, and the text of the first pages, line by line. Empty for pictures of pages. Rejects for
 * what cannot be opened; for the file reader's process only, since a file may take any time.
 */
async function pdfTextOf(bytes: Uint8Array): Promise<Portion<'pdfText'>> {
  const task = openPdf(bytes);
  try {
    const document = await task.promise;
    let text = '';
    for (let number = 1; number <= Math.min(document.numPages, mostPages) && text.length < mostCharacters; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      text += `${linesOf(items)}\n`;
      page.cleanup();
    }
    return { pages: document.numPages, text: text.slice(0, mostCharacters).trimEnd() };
  } finally {
    await task.destroy();
  }
}

/** One piece of text as it is placed on a page. */
interface Piece {
  str: string;
  hasEOL: boolean;
}

/** Text that is drawn on one line becomes one line, in drawing order. */
function linesOf(items: readonly object[]): string {
  const pieces = items.filter((item): item is Piece => 'str' in item);
  return pieces.map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str)).join('');
}
