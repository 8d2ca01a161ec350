import type { ClientParts } from './client-account.ts';
import { judgeJson } from './judge.ts';
import { question } from './question.ts';

/**
 * Checks after an UNAUTHORIZED whether the sign-in is refused or one record alone: the same header, another record. True only for words that only the
 * service gives; then the record refuses, and the sign-in stays. Joint refusals check once.
 */
export function createStanding({ world, transport, account }: ClientParts) {
  const asking = new Map<string, Promise<boolean>>();
  const { url } = question(account.baseUrl);

  const ask = async (authorization: string): Promise<boolean> => {
    const answer = await transport.exchange(question(account.baseUrl, authorization));
    if (answer.kind === 'failure') return false;
    const judged = judgeJson(answer, world.now());
    return !judged.ok && judged.failure.kind === 'refused' && judged.failure.error !== null;
  };

  return (refusedUrl: string, authorization: string): Promise<boolean> => {
    if (refusedUrl === url) return Promise.resolve(false);
    const known = asking.get(authorization);
    if (known) return known;
    const asked = ask(authorization).finally(() => asking.delete(authorization));
    asking.set(authorization, asked);
    return asked;
  };
}
