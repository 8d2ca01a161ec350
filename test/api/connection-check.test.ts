import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { walkToService } from '#main/api/network/check.ts';
import { directNetwork, type Network } from '#main/api/network/network.ts';
import { trustedContext } from '#main/api/undici-transport.ts';
import { textForIt, titleOfCheck, wordsOfStepSeen } from '#shared/connection-check-words.ts';
import { checkSteps, type CheckStep, type ConnectionCheck } from '#shared/contract/network-views.ts';
import { makeCertificate, startServer, type LabServer } from '#test/api/lab.ts';
import { startProxy, through, type LabProxy } from '#test/api/proxy-lab.ts';
import { realWorld } from '#test/world.ts';

// "Check the connection" says where the way ends and whose certificate came; of a request, nothing leaves for it.

let pems: { key: string; cert: string };
let service: LabServer;
const opened: LabProxy[] = [];

beforeAll(async () => {
  pems = await makeCertificate();
  service = await startServer((_seen, response) => response.end(), { pems });
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});
afterAll(() => service.close());

const walk = (network: Network, from: 'system' | 'address' = 'system', ca = pems.cert, baseUrl = service.origin): Promise<CheckStep[]> =>
  walkToService({ world: realWorld(), network, secureContext: trustedContext({ kind: 'pinned', ca }), from, timeoutMs: 3_000 }, baseUrl);
const seenBy = (steps: CheckStep[]) => steps.map(({ step, kind }) => `${step} ${kind}`);
const asCheck = (steps: CheckStep[]): ConnectionCheck => ({
  at: 0,
  baseUrl: service.origin,
  steps: checkSteps.map((step) => steps.find((one) => one.step === step) ?? { step, kind: 'skipped' }),
});

test('straight to a service whose certificate is trusted', async () => {
  const steps = await walk(directNetwork);
  expect(seenBy(steps)).toEqual(['name ok', 'proxy ok', 'tunnel skipped', 'certificate ok']);
  expect(titleOfCheck(asCheck(steps))).toBe('Everything on the way answers');
});

test('a certificate that nobody here trusts is named, so that IT can find it; nothing was sent', async () => {
  const steps = await walk(directNetwork, 'system', (await makeCertificate()).cert);
  expect(steps.at(-1)).toMatchObject({ step: 'certificate', kind: 'failed', certificate: { root: 'localhost' } });
  const check = asCheck(steps);
  expect(titleOfCheck(check)).toBe('The certificate is not trusted');
  expect(wordsOfStepSeen(steps.at(-1)!, true).forIt).toContain('put “localhost” into the system’s certificate store');
  expect(textForIt(check)).toContain('· Service: Not reached');
});

test('through a proxy, and where a proxy stops it', async () => {
  const good = await startProxy({ kind: 'tunnels' });
  const asks = await startProxy({ kind: 'asks', user: 'anna', password: 'very-secret' });
  const refuses = await startProxy({ kind: 'answers', head: 'HTTP/1.1 403 Forbidden' });
  opened.push(good, asks, refuses);
  expect(seenBy(await walk(through(good.address), 'address'))).toEqual(['name ok', 'proxy ok', 'tunnel ok', 'certificate ok']);
  const asked = await walk(through(asks.address, { user: 'anna', password: 'wrong-secret' }));
  expect(asked.at(-1)).toMatchObject({ step: 'tunnel', kind: 'failed', code: 'PROXY_PASSWORD_REFUSED' });
  expect(textForIt(asCheck(asked))).not.toContain('secret');
  const refused = await walk(through(refuses.address));
  expect(wordsOfStepSeen(refused.at(-1)!, true)).toMatchObject({ says: 'The proxy refuses the way to the service.', detail: '403' });
});

test('a name that is not known, a way that cannot be gone', async () => {
  const nameless = await walk(directNetwork, 'system', pems.cert, 'https://no-such-name.invalid');
  expect(seenBy(nameless)).toEqual(['name failed', 'proxy ok']);
  const socks = await walk({ ...directNetwork, waysTo: () => Promise.resolve([{ kind: 'unsupported', scheme: 'SOCKS5' }]) });
  expect(socks.at(-1)).toMatchObject({ step: 'proxy', kind: 'failed', code: 'unsupported SOCKS5' });
});

test('no request ever reached the service', () => {
  expect(service.seen).toEqual([]);
});
