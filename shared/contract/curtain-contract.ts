import { oc, type } from '@orpc/contract';
import { z } from '#shared/zod.ts';
import type * as view from './curtain-views.ts';
import { inTime, nothing } from './procedures.ts';

/** The window that shows nothing while its person is away. */
export const curtain = {
  view: oc.output(type<view.CurtainView>()),
  change: inTime
    .input(
      z.object({
        afterMinutes: z.number().int().min(1).max(240).nullable().optional(),
        withSystem: z.boolean().optional(),
        syncGoesOn: z.boolean().optional(),
      }),
    )
    .output(type<view.CurtainView>()),
  /** Keeps a PIN in the keychain, as what cannot be turned back into it; false when the keychain does not take it. */
  setPin: oc.input(z.object({ pin: z.string().min(4).max(64) })).output(type<boolean>()),
  /** A key or a pointer was moved. */
  touch: oc.output(nothing),
  /** Draws it at once. */
  draw: inTime.output(nothing),
  /** Opens it by the PIN, or by the open account's recovery code. */
  open: oc.input(z.object({ typed: z.string().max(200) })).output(type<view.CurtainAnswer>()),
  /** Has the system ask who sits there, and opens it where that is the person whose session this is. */
  openBySystem: oc.output(type<view.CurtainAnswer>()),
};
