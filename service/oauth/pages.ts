import { t } from '#shared/messages/t.ts';
import { formatsNow } from '#shared/values/language.ts';
import type { Company, User } from '#service/domain/records/reference.ts';
import type { OauthClient } from '#service/domain/records/credentials.ts';
import type { SignIn } from './sign-ins.ts';

const style = `
:root{color-scheme:light dark;--ink:#1b2024;--soft:#5b666e;--line:#dde2e4;--sheet:#fff;--back:#f3f5f5;--accent:#0c5c66;--on:#fff;--bad:#a32020}
@media (prefers-color-scheme:dark){:root{--ink:#e8ecec;--soft:#9aa6ab;--line:#343c40;--sheet:#1d2326;--back:#14181a;--accent:#63c3cd;--on:#0d1416;--bad:#ff9a90}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--back);color:var(--ink);
font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
main{width:100%;max-width:420px;background:var(--sheet);border:1px solid var(--line);border-radius:10px;padding:32px}
h1{font-size:20px;line-height:1.3;margin:0 0 4px}p{margin:0 0 16px;color:var(--soft)}h2{font-size:13px;margin:24px 0 8px;color:var(--soft);font-weight:560}
label{display:block;font-weight:560;margin:12px 0 4px}input,select{width:100%;font:inherit;color:inherit;padding:8px 10px;border:1px solid var(--soft);border-radius:6px;background:var(--sheet)}
button{font:inherit;font-weight:600;border-radius:6px;padding:9px 14px;border:1px solid var(--accent);background:var(--accent);color:var(--on);cursor:pointer}
button.plain{background:none;color:var(--accent)}.row{display:flex;gap:8px;margin-top:20px}.bad{color:var(--bad);font-weight:560}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}ul{list-style:none;margin:0;padding:0;border-top:1px solid var(--line)}
li{display:flex;justify-content:space-between;align-items:center;gap:12px;padding:8px 0;border-bottom:1px solid var(--line)}li small{display:block;color:var(--soft)}
li form{margin:0}li button{padding:5px 10px;font-weight:560;white-space:nowrap}.brand{font-size:12px;font-weight:640;color:var(--accent);margin-bottom:20px}
`;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function safe(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? '');
}

function page(title: string, nonce: string, body: string): string {
  return `<!doctype html><html lang="${formatsNow().language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${safe(title)}</title><style nonce="${nonce}">${style}</style></head>
<body><main><div class="brand">Back-Office Finance Service · sandbox</div>${body}</main></body></html>`;
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${safe(value)}">`;
}

function personRow(action: string, signIn: SignIn, user: User): string {
  const post = `<form method="post" action="${action}">${hidden('signIn', signIn.id)}${hidden('email', user.email)}${hidden('password', user.password)}`;
  const button = `<button class="plain" aria-label="${safe(t('sandbox.signIn.as', { name: user.name }))}">${safe(t('sandbox.signIn'))}</button>`;
  return `<li><span>${safe(user.name)}<small>${safe(user.email)} · ${safe(user.roles.join(', '))}</small></span>${post}${button}</form></li>`;
}

/** The context of the pages: `base` is the base path, `nonce` lets the style through the CSP. */
export interface PageFrame {
  readonly base: string;
  readonly nonce: string;
}

/** The sign-in page; it says when the last try was wrong. */
export function signInPage(frame: PageFrame, client: OauthClient, signIn: SignIn, people: readonly User[], wrong: boolean): string {
  const action = `${frame.base}/oauth/sign-in`;
  const problem = wrong ? `<p class="bad" role="alert">${safe(t('sandbox.signIn.wrong'))}</p>` : '';
  const form = `<form method="post" action="${action}">${hidden('signIn', signIn.id)}
<label for="email">${safe(t('sandbox.email'))}</label><input id="email" name="email" type="email" autocomplete="username" required>
<label for="password">${safe(t('sandbox.password'))}</label><input id="password" name="password" type="password" autocomplete="current-password" required>
<div class="row"><button>${safe(t('sandbox.signIn'))}</button></div></form>`;
  const rows = people.map((user) => personRow(action, signIn, user)).join('');
  const head = `<h1>${safe(t('sandbox.signIn'))}</h1><p>${safe(t('sandbox.signIn.for', { app: client.name }))}</p>`;
  const body = `${head}${problem}${form}<h2>${safe(t('sandbox.people'))}</h2><ul>${rows}</ul>`;
  return page(t('sandbox.signIn'), frame.nonce, body);
}

/** The consent page, with the choice of the company. */
export function consentPage(frame: PageFrame, client: OauthClient, signIn: SignIn, user: User, companies: readonly Company[]): string {
  const options = companies.map((company) => `<option value="${company.id}">${safe(company.name)}</option>`).join('');
  const detail = t('sandbox.consent.detail', { name: user.name, roles: user.roles.join(', '), app: client.name });
  const body = `<h1>${safe(t('sandbox.consent', { app: client.name }))}</h1>
<p>${safe(detail)}</p>
<form method="post" action="${frame.base}/oauth/consent">${hidden('signIn', signIn.id)}
<label for="company">${safe(t('sandbox.consent.company'))}</label><select id="company" name="companyId">${options}</select>
<div class="row"><button name="decision" value="allow">${safe(t('sandbox.consent.allow'))}</button><button class="plain" name="decision" value="refuse">${safe(t('sandbox.consent.refuse'))}</button></div></form>`;
  return page(t('sandbox.consent.title'), frame.nonce, body);
}

export type Problem = 'client' | 'redirect' | 'expired';

/** A page that says what is wrong with the application's request; nobody is sent anywhere. */
export function problemPage(frame: PageFrame, problem: Problem): string {
  const what = `<p class="bad" role="alert">${safe(t(`sandbox.problem.${problem}`))}</p>`;
  const body = `<h1>${safe(t('sandbox.problem'))}</h1>${what}<p>${safe(t('sandbox.problem.again'))}</p>`;
  return page(t('sandbox.problem.title'), frame.nonce, body);
}
