import type { Api } from '#renderer/state/connection/connect.ts';

/** Hosts that held edits name and nobody decided about, with how many edits each holds. */
export async function heldHosts(api: Api): Promise<{ host: string; edits: number }[]> {
  const [{ rows }, decided] = await Promise.all([
    api.edits.list({ states: ['held'], after: null, limit: 500 }),
    api.accounts.trustedHosts(),
  ]);
  const asked = rows.flatMap(({ reason }) => (reason?.kind === 'untrustedHost' ? [reason.host] : []));
  const byHost = Map.groupBy(asked, (host) => host);
  for (const { host } of decided) byHost.delete(host);
  return [...byHost].map(([host, edits]) => ({ host, edits: edits.length }));
}
