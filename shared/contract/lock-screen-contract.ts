import { type } from '@orpc/contract';
import { z } from '#shared/zod.ts';
import type * as view from '#shared/contract/views/lock-screen-views.ts';
import { asked, nothing } from './procedures.ts';

/** The window that shows nothing while its user is away. */
export const lockScreen = {
  view: asked.output(type<view.LockScreenView>()),
  change: asked
    .input(
      z.object({
        afterMinutes: z.number().int().min(1).max(240).nullable().optional(),
        withSystem: z.boolean().optional(),
        syncGoesOn: z.boolean().optional(),
      }),
    )
    .output(type<view.LockScreenView>()),
  /** Keeps a PIN in the keychain, as what cannot be turned back into it; false when the keychain does not take it. */
  setPin: asked.input(z.object({ pin: z.string().min(4).max(64) })).output(type<boolean>()),
  /** A key or a pointer was moved. */
  touch: asked.output(nothing),
  /** Draws it at once. */
  draw: asked.output(nothing),
  /** Opens it by the PIN, or by the open account's recovery code. */
  open: asked.input(z.object({ typed: z.string().max(200) })).output(type<view.LockScreenAnswer>()),
  /** Has the system ask who sits there, and opens it where that is the user whose session this is. */
  openBySystem: asked.output(type<view.LockScreenAnswer>()),
};
