import { openPdf } from './open-pdf.ts';
import { portionLimits, type Portion } from '#main/library/reading/job-kinds.ts';

/** Pages that are read, and characters that are kept: what tells a document stands on its first pages. */
const mostPages = 60;
const mostCharacters = portionLimits.documentCharacters;

/**
 * Yields the text of a PDF in one portion: its page count, and the text of the first pages, line by line in drawing order. Empty for pictures of
 * pages. Rejects for what cannot be opened; for the file reader's process only, since a file may take any time.
 */
export async function* pdfTextPortions(bytes: Uint8Array): AsyncGenerator<Portion<'pdfText'>> {
  const task = openPdf(bytes);
  try {
    const document = await task.promise;
    let text = '';
    for (let number = 1; number <= Math.min(document.numPages, mostPages) && text.length < mostCharacters; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const pieces = items.filter((item) => 'str' in item);
      text += `${pieces.map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str)).join('')}\n`;
      page.cleanup();
    }
    yield { pages: document.numPages, text: text.slice(0, mostCharacters).trimEnd() };
  } finally {
    await task.destroy();
  }
}
