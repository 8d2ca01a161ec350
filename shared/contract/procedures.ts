import { oc, type } from '@orpc/contract';
import { importRefused, notFound, notNow, notRead, signInFailed, storageFailed, unreachable } from './errors.ts';

export const nothing = type<void>();
/** A file made for the user to keep. */
export const exported = type<{ name: string; mediaType: string; file: Blob }>();

/** Whatever is asked, the lock screen may be drawn, no account be open, or what was shown have moved on. */
export const asked = oc.errors(notNow);
/** Asks about one thing that may not be known here. */
export const onKnown = asked.errors(notFound);
/** Keeps what a user made here. */
export const kept = asked.errors(storageFailed);
/** Does something with a thing that may not be known here. */
export const act = kept.errors(notFound);
/** Brings something from the service and keeps it. */
export const fetched = act.errors({ ...unreachable, ...signInFailed });
/** Reads a file that a user chose. */
export const fromFile = asked.errors({ ...importRefused, ...notRead });
