import { type } from '@orpc/contract';

export const nothing = type<void>();
/** A file made for the person to keep. */
export const exported = type<{ name: string; mediaType: string; file: Blob }>();
