import { oc, type } from '@orpc/contract';
import { z } from '#shared/zod.ts';
import { notFound, notNow, signInFailed, unreachable, storageFailed } from './errors.ts';
import * as input from './inputs.ts';
import { nothing } from './outputs.ts';
import type * as view from './views.ts';

/** Who we are, whom we trust, and what the service can do. */
export const accounts = {
  list: oc.output(type<view.AccountView[]>()),
  connectApiKey: oc
    .input(input.apiKeyAccountInput)
    .errors({ ...signInFailed, ...unreachable })
    .output(type<view.AccountView>()),
  /** Opens the system browser; resolves when the person is back, was refused, cancelled, or after five minutes. */
  connectOauth: oc
    .input(input.oauthAccountInput)
    .errors({ ...signInFailed, ...unreachable })
    .output(type<view.AccountView>()),
  cancelSignIn: oc.output(nothing),
  /** A person's word on the sign-in that came back (`status.signIn`): only then is anything of it stored. */
  answerSignIn: oc
    .input(z.object({ id: z.string().max(64), keep: z.boolean() }))
    .errors(notFound)
    .output(nothing),
  signInAgain: oc.errors({ ...signInFailed, ...unreachable, ...notFound }).output(type<view.AccountView>()),
  /** Asks the keychain for the active account's sign-in once more: it may ask the person to unlock it. */
  unlock: oc.errors({ ...signInFailed, ...notFound, ...notNow }).output(type<view.AccountView>()),
  activate: oc
    .input(z.object({ id: z.string().max(64) }))
    .errors(notFound)
    .output(type<view.AccountView>()),
  signOut: oc
    .input(z.object({ id: z.string().max(64), unfinishedSeen: z.number().int() }))
    .errors({ ...notFound, ...notNow })
    .output(nothing),
  trustedHosts: oc.output(type<view.TrustedHost[]>()),
  trust: oc
    .input(z.object({ host: z.string().max(300), answer: z.enum(['withSignIn', 'withoutSignIn', 'no']) }))
    .output(type<view.TrustedHost[]>()),
  capabilities: oc.output(type<view.Capability[]>()),
  setCapability: oc
    .input(
      z.object({
        name: z.string().max(64),
        allowed: z.boolean().optional(),
        value: z.string().max(200).nullable().optional(),
        reset: z.boolean().optional(),
      }),
    )
    .output(type<view.Capability[]>()),
  /** The assistant that only GETs: tries names for the document's variant parameter on one document. */
  learnDocumentParameter: oc
    .input(z.object({ recordId: input.uuidInput }))
    .errors({ ...notFound, ...unreachable, ...signInFailed, ...notNow, ...storageFailed })
    .output(type<{ name: string | null; tried: { name: string; verdict: string }[] }>()),
};
