import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { param } from './prepared.ts';

/** A pattern for texts that contain this one literally, for `isLike`. */
export function likeText(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** A LIKE condition with the pattern of this name. */
export const isLike = (column: SQLWrapper, name: string): SQL => sql`${column} LIKE ${param(name)} ESCAPE '\\'`;

/** A text with the capitals A to Z as their small letters, and no others: so much LIKE leaves out of account. */
export const lowerAscii = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
