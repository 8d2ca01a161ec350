import { walkToService } from '#main/api/network/check.ts';
import { connectTimeoutMs } from '#main/api/transport/limits.ts';
import { trustedContext } from '#main/api/transport/undici-transport.ts';
import { networkOf, tlsTrustOf } from '#main/accounts/oauth/open-sign-in.ts';
import type { OpenAccount } from '#main/account-life/account.ts';
import type { AppServices } from '#main/app/app-services.ts';
import { refuseNow } from '#main/app/refusals/refuse.ts';
import { checkSteps, type CheckStep, type ConnectionCheck } from '#shared/contract/views/network-views.ts';

/**
 * "Check the connection": walks from the name to the sign-in and says what each step saw. Refused while working offline, since then no byte
 * leaves for any reason.
 */
export async function checkConnection(services: AppServices): Promise<ConnectionCheck> {
  const account = services.account();
  if (account.worksOffline()) return refuseNow('workingOffline');
  const { entry } = account;
  const seen = await walkToService(
    {
      world: services.world,
      network: networkOf(entry, services.proxies),
      secureContext: trustedContext(tlsTrustOf(entry, services.options.policy?.ca ?? null)),
      from: entry.embedded ? 'none' : services.proxies.setting().mode,
      timeoutMs: connectTimeoutMs,
    },
    entry.baseUrl,
  );
  if (!seen.some(({ kind }) => kind === 'failed')) seen.push(...(await askService(services, account)));
  return {
    at: services.world.now(),
    baseUrl: entry.baseUrl,
    steps: checkSteps.map((step) => seen.find((one) => one.step === step) ?? { step, kind: 'skipped' }),
  };
}

async function askService({ world }: AppServices, { client, session }: OpenAccount): Promise<CheckStep[]> {
  const from = world.monotonic();
  const answer = await client.probe();
  if (!answer.ok) {
    const { failure } = answer;
    return [
      {
        step: 'service',
        kind: 'failed',
        failure: failure.kind === 'notSent' || failure.kind === 'noAnswer' ? failure.cause : failure.kind,
      },
    ];
  }
  const state = session.state();
  return [
    { step: 'service', kind: 'ok', ms: world.monotonic() - from },
    state.kind === 'signedIn' ? { step: 'signIn', kind: 'ok' } : { step: 'signIn', kind: 'failed', why: state.why },
  ];
}
