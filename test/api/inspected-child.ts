// A process whose system trusts what its environment says (SSL_CERT_FILE): connects once through a proxy and says what came.
// node test/api/inspected-child.ts PROXY-PORT SERVICE-URL
import { createUndiciTransport, trustedContext } from '#main/api/transport/undici-transport.ts';
import { walkToService } from '#main/api/network/check.ts';
import { textForIt } from '#shared/messages/connection-check-words.ts';
import { checkSteps } from '#shared/contract/views/network-views.ts';
import { through } from '#test/api/proxy-lab.ts';
import { speak } from '#shared/messages/speak.ts';
import { realWorld } from '#test/world.ts';

const [, , port = '', url = ''] = process.argv;
speak('en', 'en-GB');
const world = realWorld();
const network = through({ scheme: 'http', host: '127.0.0.1', port: Number(port) });
const trust = { kind: 'system' as const, extraCa: null };
const transport = createUndiciTransport({ world, trust, network });
const outcome = await transport.exchange({
  method: 'POST',
  url: `${url}/v1/x`,
  headers: [['Authorization', 'Basic canary']],
  body: new TextEncoder().encode('{"amountInInvoiceCurrency":4711}'),
  priority: 'payment',
  connectTimeoutMs: 5_000,
  totalTimeoutMs: 20_000,
});
await transport.close();
const steps = await walkToService({ world, network, secureContext: trustedContext(trust), from: 'system', timeoutMs: 5_000 }, url);
const check = {
  at: 0,
  baseUrl: url,
  steps: checkSteps.map((step) => steps.find((one) => one.step === step) ?? { step, kind: 'skipped' as const }),
};
const said = outcome.kind === 'answer' ? { kind: 'answer', status: outcome.status } : { ...outcome };
process.stdout.write(`${JSON.stringify({ said, text: textForIt(check) })}\n`);
process.exit(0);
