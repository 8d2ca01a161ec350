import { oc, type } from '@orpc/contract';
import { IMPORT_REFUSED, NOT_FOUND, NOT_NOW, NOT_READ, SIGN_IN_FAILED, STORAGE_FAILED, UNREACHABLE } from './errors.ts';

export const nothing = type<void>();
/** A file made for the user to keep. */
export const exported = type<{ name: string; mediaType: string; file: Blob }>();

/** Whatever is asked, the lock screen may be drawn, no account be open, or what was shown have moved on. */
export const asked = oc.errors({ NOT_NOW });
/** Asks about one thing that may not be known here. */
export const onKnown = asked.errors({ NOT_FOUND });
/** Keeps what a user made here. */
export const kept = asked.errors({ STORAGE_FAILED });
/** Does something with a thing that may not be known here. */
export const act = kept.errors({ NOT_FOUND });
/** Brings something from the service and keeps it. */
export const fetched = act.errors({ UNREACHABLE, SIGN_IN_FAILED });
/** Reads a file that a user chose. */
export const fromFile = asked.errors({ IMPORT_REFUSED, NOT_READ });
