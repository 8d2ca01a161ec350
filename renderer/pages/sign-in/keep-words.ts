/** The user of a completed sign-in, and the meaning of keeping it; `userId` is null when the service names nobody. */
export function keepWords(userId: string | null): string {
  const whose =
    userId === null
      ? 'The service does not say whose sign-in this is. Keep it only if you have just signed in in the browser yourself.'
      : 'Keep it only if this is you: what you record here is sent in this name.';
  return `${whose} Nothing is stored yet.`;
}
