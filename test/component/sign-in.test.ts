import { ORPCError } from '@orpc/client';
import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import type { FakeApp } from './fake-app.ts';
import { scenario } from './scenarios.ts';
import { openWindow, violations } from './window.ts';
import { fullTest } from '#test/full-test.ts';

const refusal = (reason: string, next = 'tryAgain') =>
  new ORPCError('SIGN_IN_FAILED', { defined: true, status: 401, data: { reason, code: null, next } });

async function fillOauth(): Promise<void> {
  await userEvent.fill(page.getByLabelText('Address of the service'), 'https://finance.example.com');
  await userEvent.fill(page.getByLabelText('Client id'), 'layover-desktop');
  await userEvent.fill(page.getByLabelText('Client secret'), 'a secret');
}

test('plain http is refused before anything is sent', async () => {
  await openWindow(scenario('working'), 'sign-in');
  await userEvent.fill(page.getByLabelText('Address of the service'), 'http://finance.example.com');
  await expect.element(page.getByText(/Only https is accepted/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Continue in the browser' })).toBeDisabled();
  expect(await violations()).toEqual([]);
});

test('the host at which the browser will sign in is named before it opens, as its address bar shows it', async () => {
  await openWindow(scenario('working'), 'sign-in');
  await fillOauth();
  const message = page.getByText(/^Your browser opens/);
  await expect.element(message).toMatchTextContent('Your browser opens finance.example.com. If its address bar names another host,');
  // a Cyrillic letter in the place of a Latin one
  await userEvent.fill(page.getByLabelText('Address of the service'), 'https://fin\u0430nce.example.com:8443/base');
  await expect.element(message).toMatchTextContent('Your browser opens xn--finnce-5nf.example.com:8443.');
  await userEvent.fill(page.getByLabelText('Address of the service'), 'https://finance.example.com@evil.example');
  await expect.element(message).toMatchTextContent('Your browser opens evil.example.');
});

test('the browser is waited for, can be cancelled, and a retry signs in', async () => {
  const app = scenario('working');
  let refuse: (error: Error) => void = () => undefined;
  const { connectOauth } = app.api.accounts;
  app.api.accounts.connectOauth = () => new Promise((_, reject) => (refuse = reject));
  app.api.accounts.cancelSignIn = async () => {
    refuse(refusal('cancelled'));
  };
  await openWindow(app, 'sign-in');
  await fillOauth();
  await page.getByRole('button', { name: 'Continue in the browser' }).click();
  await expect.element(page.getByText(/Your browser is open/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByText(/You cancelled the sign-in\./)).toBeVisible();
  await expect.element(page.getByLabelText('Client secret')).toHaveValue('a secret');
  app.api.accounts.connectOauth = connectOauth;
  await page.getByRole('button', { name: 'Continue in the browser' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
});

test('the returned user is shown, and kept or rejected by a key', async () => {
  const app = scenario('working');
  const ended = Promise.withResolvers<boolean>();
  const { connectOauth } = app.api.accounts;
  app.api.accounts.connectOauth = async (...input) => {
    if (await ended.promise) return connectOauth(...input);
    throw refusal('notKept');
  };
  app.api.accounts.answerSignIn = async ({ id, keep }) => {
    expect(id).toBe('q1');
    app.signIn = null;
    app.publish({ kind: 'status' });
    ended.resolve(keep);
  };
  await openWindow(app, 'sign-in');
  const question = {
    id: 'q1',
    origin: 'https://finance.example.com',
    companyId: 'c-77',
    userId: 'u-9',
    userName: 'Rita Fonseca',
    cameAt: 0,
  };
  app.signIn = question;
  app.publish({ kind: 'status' });
  // asked for in another window: nothing to say here
  await expect.element(page.getByLabelText('Client id')).toBeVisible();
  expect(page.getByRole('heading', { name: 'Is this you?' }).elements()).toEqual([]);
  await fillOauth();
  await page.getByRole('button', { name: 'Continue in the browser' }).click();
  await expect.element(page.getByRole('heading', { name: 'Is this you?' })).toHaveFocus();
  await expect.element(page.getByText('Rita Fonseca, u-9')).toBeVisible();
  await expect.element(page.getByText('c-77')).toBeVisible();
  await expect.element(page.getByText('https://finance.example.com', { exact: true })).toBeVisible();
  expect(await violations()).toEqual([]);
  app.signIn = { ...question, companyId: null, userId: null, userName: null };
  app.publish({ kind: 'status' });
  await expect.element(page.getByText(/does not say whose sign-in this is/)).toBeVisible();
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert').getByText(/was not kept\. Nothing of it was stored\./)).toBeVisible();
});

fullTest('working offline, the button says that it goes online, and does so before it signs in', async () => {
  const app = scenario('working');
  app.connection = { kind: 'workingOffline' };
  const { connectOauth } = app.api.accounts;
  let connection = '';
  app.api.accounts.connectOauth = async (...input) => {
    connection = app.connection.kind;
    return connectOauth(...input);
  };
  await openWindow(app, 'sign-in');
  await fillOauth();
  expect(page.getByRole('button', { name: 'Continue in the browser', exact: true }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Go online to continue in the browser' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  expect(connection).toBe('online');
});

test.each([
  ['portInUse', /Choose another port/],
  ['applicationRefused', /does not know this client id/],
  ['timedOut', /within five minutes/],
])('%s is explained', async (reason, words) => {
  const app = scenario('working');
  app.api.accounts.connectOauth = async () => {
    throw refusal(reason);
  };
  await openWindow(app, 'sign-in');
  await fillOauth();
  await page.getByRole('button', { name: 'Continue in the browser' }).click();
  await expect.element(page.getByRole('alert').getByText(words)).toBeVisible();
  expect(await violations()).toEqual([]);
});

test('an API key connects; the service’s refusal is shown', async () => {
  const app = scenario('working');
  const { connectApiKey } = app.api.accounts;
  app.api.accounts.connectApiKey = async () => {
    throw refusal('keyRefused');
  };
  await openWindow(app, 'sign-in');
  await userEvent.fill(page.getByLabelText('Address of the service'), 'https://finance.example.com');
  await page.getByRole('tab', { name: 'API key' }).click();
  await userEvent.fill(page.getByLabelText('API key', { exact: true }).last(), 'k-123');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.element(page.getByText(/does not accept this API key/)).toBeVisible();
  app.api.accounts.connectApiKey = connectApiKey;
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
});

function signedOut(): FakeApp {
  return scenario('signedOut');
}

fullTest('an expired sign-in counts the edits that will continue', async () => {
  const app = signedOut();
  const status = app.appStatus.bind(app);
  app.appStatus = () => ({ ...status(), account: { ...status().account!, auth: 'oauth' } });
  await openWindow(app, 'sign-in');
  await expect.element(page.getByRole('heading', { name: 'Sign in to continue' })).toBeVisible();
  await expect.element(page.getByText(/edits go on where they stopped/)).toBeVisible();
  await expect.element(page.getByText(/^Your browser opens/)).toBeVisible();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
});

const connectionFile = (content: object | string, name = 'nordlicht.layover-connection') =>
  new File([typeof content === 'string' ? content : JSON.stringify(content)], name);
const company = {
  address: 'https://finance.example.com',
  companyName: 'Nordlicht',
  clientId: 'layover-desktop',
  redirectAddress: 'http://127.0.0.1:4711/callback',
};

fullTest('a connection file fills in all but the secret, and names the host before anything is connected', async () => {
  const app = scenario('working');
  let asked: unknown;
  app.api.accounts.connectOauth = async (input) => {
    asked = input;
    throw refusal('refused');
  };
  await openWindow(app, 'sign-in');
  await userEvent.upload(page.getByLabelText('Connection file'), connectionFile(company));
  await expect.element(page.getByRole('status').getByText('finance.example.com')).toBeVisible();
  await expect.element(page.getByLabelText('Address of the service')).toHaveValue(company.address);
  expect(asked).toBeUndefined();
  expect(await violations()).toEqual([]);
  await userEvent.fill(page.getByLabelText('Client secret'), 'a secret');
  await page.getByRole('button', { name: 'Continue in the browser' }).click();
  await expect
    .poll(() => asked)
    .toMatchObject({
      name: 'Nordlicht',
      baseUrl: company.address,
      clientId: 'layover-desktop',
      clientSecret: 'a secret',
      redirectPort: 4711,
    });
});

test.each([
  ['a secret', { ...company, clientSecret: 'x' }],
  ['an unknown key', { ...company, proxy: 'http://evil.example' }],
  ['plain http', { ...company, address: 'http://finance.example.com' }],
  ['a name in the address', { ...company, address: 'https://finance.example.com@evil.example' }],
  ['a redirect elsewhere', { ...company, redirectAddress: 'http://evil.example/callback' }],
  ['no JSON', 'address=finance.example.com'],
])('a connection file with %s is refused as a whole', async (_, content) => {
  await openWindow(scenario('working'), 'sign-in');
  await userEvent.upload(page.getByLabelText('Connection file'), connectionFile(content));
  await expect.element(page.getByText('The file was not used.')).toBeVisible();
  await expect.element(page.getByLabelText('Address of the service')).toHaveValue('');
});

test.each(['opened with the app or by its link', 'dropped on any page'])(
  'a connection file that is %s fills in the sign-in, and connects nothing',
  async (how) => {
    const app = scenario('working');
    let connected = false;
    app.api.accounts.connectOauth = async () => {
      connected = true;
      throw refusal('refused');
    };
    const file = connectionFile(company);
    app.api.library.openedFile = async () => ({ name: file.name, file });
    await openWindow(app, 'expenses');
    if (how.startsWith('opened')) app.publish({ kind: 'fileOpened', name: file.name });
    else {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(file);
      document.querySelector('main')?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }
    await expect.element(page.getByRole('status').getByText('finance.example.com')).toBeVisible();
    await expect.element(page.getByLabelText('Client id')).toHaveValue('layover-desktop');
    await expect.element(page.getByLabelText('Client secret')).toHaveValue('');
    expect(connected).toBe(false);
    expect(page.getByRole('dialog').elements()).toEqual([]);
  },
);
