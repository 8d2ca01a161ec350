import type { NotImported } from '#main/library/imports/imports.ts';
import { refuse } from './refuse.ts';

/** A file that is not taken: by its lines, or because it could not be read at all. */
export function refuseImport(answer: NotImported): never {
  return answer.why === null ? refuse('IMPORT_REFUSED', answer) : refuse('NOT_READ', { why: answer.why });
}
