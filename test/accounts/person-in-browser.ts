import { Agent, request } from 'undici';
import type { RunningService } from '#service/start-service.ts';
import { knock } from '#test/accounts/browser.ts';

/** Whom the sandbox knows. */
export interface Person {
  email: string;
  companyId: string;
}

/** People of the sandbox with a role, each in one of their companies. */
export function people(service: RunningService, role = 'admin'): Person[] {
  return [...service.store.list('user')]
    .filter((user) => user.roles.includes(role))
    .flatMap((user) => user.companyIds.map((companyId) => ({ email: user.email, companyId })));
}

/** Signs in on the sandbox's pages as a user would, and follows the last redirect to the app's listener; `decision` may refuse. */
export async function signInAs(
  service: RunningService,
  authorizeUrl: string,
  person: Person,
  decision: 'allow' | 'refuse' = 'allow',
): Promise<void> {
  const browser = new Agent({ connect: { ca: service.caPem } });
  try {
    const page = await (await request(authorizeUrl, { dispatcher: browser })).body.text();
    const signIn = /name="signIn" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const send = (path: string, form: Record<string, string>) =>
      request(`${service.baseUrl}${path}`, {
        dispatcher: browser,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
      });
    await (await send('/oauth/sign-in', { signIn, email: person.email, password: 'layover' })).body.text();
    const answered = await send('/oauth/consent', { signIn, companyId: person.companyId, decision });
    await answered.body.text();
    const back = new URL(String(answered.headers['location']));
    await knock(Number(back.port), { path: back.pathname + back.search });
  } finally {
    await browser.destroy();
  }
}
