import { type } from '@orpc/contract';
import { z } from '#shared/zod.ts';
import * as input from './inputs.ts';
import type * as view from '#shared/contract/views/views.ts';
import { NOT_FOUND, SIGN_IN_FAILED, UNREACHABLE } from './errors.ts';
import { asked, onKnown, kept, fetched, nothing } from './procedures.ts';

/** Asks the service whether it knows us. */
const signingIn = asked.errors({ SIGN_IN_FAILED, UNREACHABLE });

/** Accounts, trusted hosts and the capabilities of the service. */
export const accounts = {
  list: asked.output(type<view.AccountView[]>()),
  connectApiKey: signingIn.input(input.apiKeyAccountInput).output(type<view.AccountView>()),
  /** Opens the system browser; resolves when the user is back, was refused, cancelled, or after five minutes. */
  connectOauth: signingIn.input(input.oauthAccountInput).output(type<view.AccountView>()),
  cancelSignIn: asked.output(nothing),
  /** A user's word on the sign-in that came back (`status.signIn`): only then is anything of it stored. */
  answerSignIn: onKnown.input(input.ownIdInput.extend({ keep: z.boolean() })).output(nothing),
  signInAgain: signingIn.errors({ NOT_FOUND }).output(type<view.AccountView>()),
  /** Asks the keychain for the active account's sign-in once more: it may ask the user to unlock it. */
  unlock: onKnown.errors({ SIGN_IN_FAILED }).output(type<view.AccountView>()),
  activate: onKnown.input(input.ownIdInput).output(type<view.AccountView>()),
  signOut: onKnown.input(input.ownIdInput.extend({ unfinishedSeen: z.number().int() })).output(nothing),
  trustedHosts: asked.output(type<view.TrustedHost[]>()),
  trust: kept
    .input(z.object({ host: z.string().max(300), answer: z.enum(['withSignIn', 'withoutSignIn', 'no']) }))
    .output(type<view.TrustedHost[]>()),
  capabilities: asked.output(type<view.Capability[]>()),
  setCapability: kept.input(input.capabilityInput).output(type<view.Capability[]>()),
  /** The assistant that only GETs: tries names for the document's variant parameter on one document. */
  learnDocumentParameter: fetched
    .input(z.object({ recordId: input.uuidInput }))
    .output(type<{ name: string | null; tried: { name: string; verdict: string }[] }>()),
};
