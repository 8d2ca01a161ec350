import { oc, type } from '@orpc/contract';
import { z } from '#shared/zod.ts';
import * as input from './inputs.ts';
import type * as view from './views.ts';
import { notFound, notNow, signInFailed, unreachable } from './errors.ts';
import { onKnown, act, fetched, nothing } from './procedures.ts';

/** Asks the service whether it knows us. */
const signingIn = oc.errors({ ...signInFailed, ...unreachable });

/** Who we are, whom we trust, and what the service can do. */
export const accounts = {
  list: oc.output(type<view.AccountView[]>()),
  connectApiKey: signingIn.input(input.apiKeyAccountInput).output(type<view.AccountView>()),
  /** Opens the system browser; resolves when the person is back, was refused, cancelled, or after five minutes. */
  connectOauth: signingIn.input(input.oauthAccountInput).output(type<view.AccountView>()),
  cancelSignIn: oc.output(nothing),
  /** A person's word on the sign-in that came back (`status.signIn`): only then is anything of it stored. */
  answerSignIn: onKnown.input(input.ownIdInput.extend({ keep: z.boolean() })).output(nothing),
  signInAgain: oc.errors({ ...signInFailed, ...unreachable, ...notFound }).output(type<view.AccountView>()),
  /** Asks the keychain for the active account's sign-in once more: it may ask the person to unlock it. */
  unlock: oc.errors({ ...signInFailed, ...notFound, ...notNow }).output(type<view.AccountView>()),
  activate: onKnown.input(input.ownIdInput).output(type<view.AccountView>()),
  signOut: act.input(input.ownIdInput.extend({ unfinishedSeen: z.number().int() })).output(nothing),
  trustedHosts: oc.output(type<view.TrustedHost[]>()),
  trust: oc
    .input(z.object({ host: z.string().max(300), answer: z.enum(['withSignIn', 'withoutSignIn', 'no']) }))
    .output(type<view.TrustedHost[]>()),
  capabilities: oc.output(type<view.Capability[]>()),
  setCapability: oc.input(input.capabilityInput).output(type<view.Capability[]>()),
  /** The assistant that only GETs: tries names for the document's variant parameter on one document. */
  learnDocumentParameter: fetched
    .input(z.object({ recordId: input.uuidInput }))
    .output(type<{ name: string | null; tried: { name: string; verdict: string }[] }>()),
};
