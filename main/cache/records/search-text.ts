import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { given } from '#main/cache/database/kept.ts';

/** A pattern for texts that contain this one literally, for `isLike`. */
export function likeText(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** Whether a column is like the pattern of this name. */
export const isLike = (column: SQLWrapper, name: string): SQL => sql`${column} LIKE ${given(name)} ESCAPE '\\'`;

/** A text as LIKE compares it: of all capitals only A to Z are their small letters. */
export const asLikeCompares = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
