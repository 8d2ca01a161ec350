import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { given } from '#main/storage/kept.ts';

/** A pattern for texts that contain this one literally, for `isLike`. */
export function likeText(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** Whether a column is like the pattern of this name. */
export const isLike = (column: SQLWrapper, name: string): SQL => sql`${column} LIKE ${given(name)} ESCAPE '\\'`;

/** A text with the capitals A to Z as their small letters, and no others: so much LIKE leaves out of account. */
export const lowerAscii = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
