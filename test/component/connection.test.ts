import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import type { ConnectionCheck } from '#shared/contract/views/network-views.ts';
import { formatEpoch } from '#shared/values/dates.ts';
import { FakeApp } from './fake-app.ts';
import { openWindow, press, violations } from './window.ts';

// Settings, Connection: the walk to the service, what IT can do, the proxy and its password, and who set what.

const gateway: ConnectionCheck = {
  at: Date.UTC(2026, 10, 21, 14, 12),
  baseUrl: 'https://api.nordic-finance.example',
  steps: [
    { step: 'name', kind: 'ok', host: 'api.nordic-finance.example', addresses: ['203.0.113.24'], ms: 12 },
    { step: 'proxy', kind: 'ok', proxy: 'proxy.nordic.example:8080', from: 'system' },
    { step: 'tunnel', kind: 'ok', ms: 48 },
    {
      step: 'certificate',
      kind: 'failed',
      code: 'SELF_SIGNED_CERT_IN_CHAIN',
      certificate: { subject: 'api.nordic-finance.example', issuer: 'Nordic Web Gateway CA', root: 'Nordic Web Gateway CA' },
    },
    { step: 'service', kind: 'skipped' },
    { step: 'signIn', kind: 'skipped' },
  ],
};
const section = () => page.getByRole('region', { name: 'Connection', exact: true });

test('the check walks the way, names whose certificate it is and what IT can do, and copies that without secrets', async () => {
  const app = new FakeApp();
  app.check = gateway;
  await openWindow(app, 'settings/connection');
  await page.getByRole('button', { name: 'Check the connection' }).click();
  await expect.element(page.getByRole('heading', { name: 'The certificate is not trusted' })).toBeVisible();
  await expect.element(page.getByText('Signed by “Nordic Web Gateway CA”, which this laptop does not trust')).toBeVisible();
  await expect.element(page.getByText(/put “Nordic Web Gateway CA” into the system’s certificate store/)).toBeVisible();
  await expect.element(page.getByText('Not reached').first()).toBeVisible();
  await expect.poll(() => section().element().textContent).toContain(`Checked ${formatEpoch(gateway.at)}. The text`);
  expect(await violations()).toEqual([]);
  const copied: string[] = [];
  Object.defineProperty(navigator.clipboard, 'writeText', { configurable: true, value: async (text: string) => void copied.push(text) });
  await page.getByRole('button', { name: 'Copy for IT' }).click();
  await expect.element(page.getByText('Copied.')).toBeVisible();
  expect(copied[0]).toMatch(/✗ Certificate: .*\n {2}What IT can do: .*Nordic Web Gateway CA/);
  await expect.element(page.getByRole('button', { name: 'Check again' })).toBeVisible();
});

test('a proxy that asks: the banner leads here, name and password are typed, and the question is gone', async () => {
  const question = { proxy: 'https://proxy.nordic.example:8080', refused: false };
  const app = new FakeApp({ status: { proxyQuestion: question } });
  app.network = { ...app.network, question };
  const given: unknown[] = [];
  const { keepPassword } = app.api.network;
  app.api.network.keepPassword = async (input) => {
    given.push(input);
    return keepPassword(input);
  };
  await openWindow(app, 'today');
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect.element(page.getByRole('heading', { name: 'Connection', exact: true })).toHaveFocus();
  await page.getByLabelText('Name for the proxy').click();
  await userEvent.keyboard('anna');
  await press('Tab');
  await userEvent.keyboard('right');
  await press('Enter');
  await expect.poll(() => given).toEqual([{ proxy: question.proxy, user: 'anna', password: 'right' }]);
  await expect.element(page.getByLabelText('Password for the proxy')).not.toBeInTheDocument();
});

test('a plain proxy that asks in the place of one over TLS: nothing typed is kept, and the page says that it can be read', async () => {
  const asks = (proxy: string) => ({ proxy, refused: false });
  const app = new FakeApp();
  app.network = { ...app.network, question: asks('https://proxy.nordic.example:8080') };
  await openWindow(app, 'settings/connection');
  const password = page.getByLabelText('Password for the proxy');
  await password.fill('right');
  await expect.element(page.getByText(/without encryption/)).not.toBeInTheDocument();
  app.network = { ...app.network, question: asks('http://proxy.nordic.example:8080') };
  app.publish({ kind: 'status' });
  await expect.element(page.getByText('http://proxy.nordic.example:8080 asks who you are.')).toBeVisible();
  await expect.element(page.getByText(/without encryption/)).toBeVisible();
  await expect.element(password).toHaveValue('');
});

test('the user chooses the proxy unless the company has set it; its source is below', async () => {
  const app = new FakeApp();
  await openWindow(app, 'settings/connection');
  await page.getByRole('button', { name: 'Change…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Proxy' });
  await dialog.getByLabelText('Use').selectOptions('address');
  await dialog.getByLabelText(/^Proxy, as/).fill('proxy.nordic.example:8080');
  await press('Enter');
  await dialog.getByRole('button', { name: 'Use it' }).click();
  await expect.element(page.getByText('Proxy: proxy.nordic.example:8080')).toBeVisible();
  expect(app.network.setting).toEqual({ mode: 'address', address: 'proxy.nordic.example:8080' });
});

test('shows the company’s settings, and the policy keys that are unknown here', async () => {
  const app = new FakeApp();
  app.network = {
    ...app.network,
    setting: { mode: 'address', address: 'proxy.nordic.example:8080' },
    managed: true,
    policy: { places: ['/etc/layover/policy.json'], unknown: ['card_readers'] },
    sources: { ...app.network.sources, proxy: 'policy', ca: 'system', reviewRules: 'person' },
  };
  await openWindow(app, 'settings/connection');
  await expect.element(page.getByText('Proxy: proxy.nordic.example:8080, set by your company')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Change…' })).not.toBeInTheDocument();
  await expect.element(page.getByText(/does not know: card_readers/)).toBeVisible();
  await page.getByText('Where each setting comes from').click();
  await expect.element(section().getByText('Your company').first()).toBeVisible();
  await expect.element(section().getByText('You', { exact: true })).toBeVisible();
  expect(await violations()).toEqual([]);
});
