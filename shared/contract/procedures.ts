import { oc, type } from '@orpc/contract';
import { importRefused, notFound, notNow, notRead, signInFailed, storageFailed, unreachable } from './errors.ts';

export const nothing = type<void>();
/** A file made for the person to keep. */
export const exported = type<{ name: string; mediaType: string; file: Blob }>();

/** Asks about one thing that may not be known here. */
export const onKnown = oc.errors(notFound);
/** Does something with a thing that may not be known here, or have moved on. */
export const act = oc.errors({ ...notFound, ...notNow });
/** Does something that may have been overtaken since it was shown. */
export const inTime = oc.errors(notNow);
/** Brings something from the service and keeps it. */
export const fetched = act.errors({ ...unreachable, ...signInFailed, ...storageFailed });
/** Keeps what a person made here. */
export const kept = oc.errors(storageFailed);
/** The same, where it may have been overtaken. */
export const keptInTime = kept.errors(notNow);
/** Reads a file that a person chose. */
export const fromFile = oc.errors({ ...importRefused, ...notRead });
