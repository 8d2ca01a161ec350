import { type } from '@orpc/contract';
import { z } from '#shared/zod.ts';
import type * as view from '#shared/contract/views/network-views.ts';
import { BAD_PROXY } from './errors.ts';
import { asked } from './procedures.ts';

const address = z.string().min(1).max(2_000);
const proxySetting = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('system') }),
  z.object({ mode: z.literal('none') }),
  z.object({ mode: z.literal('address'), address }),
  z.object({ mode: z.literal('pac'), address }),
]);

/** The network of this computer: its proxy, the proxy's password, and the walk along the way to the service. */
export const network = {
  get: asked.output(type<view.NetworkView>()),
  change: asked.input(proxySetting).errors({ BAD_PROXY }).output(type<view.NetworkView>()),
  /** Keeps the password in the keychain under the proxy's scheme, host and port; it goes to that proxy and nowhere else. */
  keepPassword: asked
    .input(z.object({ proxy: z.string().min(1).max(300), user: z.string().min(1).max(500), password: z.string().max(1_000) }))
    .output(type<view.NetworkView>()),
  /** Looks a name up, asks for a tunnel, begins TLS and asks one question without a sign-in; refused while working offline. */
  check: asked.output(type<view.ConnectionCheck>()),
};
