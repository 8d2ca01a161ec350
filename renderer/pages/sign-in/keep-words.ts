/** Whose sign-in came back, and what keeping it means; `userId` is null where the service names nobody. */
export function keepWords(userId: string | null): string {
  const whose =
    userId === null
      ? 'The service does not say whose sign-in this is. Keep it only if you have just signed in in the browser yourself.'
      : 'Keep it only if this is you: what you record here is sent in this name.';
  return `${whose} Nothing is stored yet.`;
}
