import { t } from '#shared/messages/t.ts';

/** The user of a completed sign-in, and the meaning of keeping it; `userId` is null when the service names nobody. */
export const keepWords = (userId: string | null): string => t(userId === null ? 'signIn.keep.unnamed' : 'signIn.keep.named');
