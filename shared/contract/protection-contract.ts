import { type } from '@orpc/contract';
import { z } from '#shared/zod.ts';
import type * as view from '#shared/contract/views/protection-views.ts';
import { NOT_READ } from './errors.ts';
import { asked, kept, act, nothing } from './procedures.ts';

/** A file, as a line carries it. */
export const blobInput = z.custom<Blob>(
  (value) => typeof value === 'object' && value !== null && 'bytes' in value && typeof value.bytes === 'function',
);

const codeInput = z.object({ code: z.string().max(200) });

/** The protection of the active account's files: encrypted or plain, and the keys that open them. */
export const protection = {
  view: asked.output(type<view.ProtectionView>()),
  /** A new recovery code, told once; nothing is changed before four of its groups were typed back. */
  begin: asked.output(type<view.NewCode>()),
  /** Which of the groups asked for are right. */
  confirm: asked.input(z.object({ groups: z.array(z.string().max(20)).max(7) })).output(type<boolean[]>()),
  /** Forgets the code; nothing was changed. */
  cancel: asked.output(nothing),
  encrypt: asked.output(type<view.ProtectionChanged>()),
  /** Puts the code that was typed back in the place of the earlier one. */
  renewCode: asked.output(type<view.ProtectionChanged>()),
  decrypt: asked.output(type<view.ProtectionChanged>()),
  /** Asks the keychain once more: it may ask the user to unlock it. */
  lookAgain: asked.output(type<view.ProtectionView>()),
  /** Brings the edits of an encrypted backup from another computer back into the open account; every open edit is then held. */
  bringBack: kept
    .errors({ NOT_READ })
    .input(z.object({ file: blobInput, code: z.string().max(200) }))
    .output(type<view.BroughtFromBackup>()),
  /**
   * Sets the files that do not open aside, whole, and begins with nothing. `unfinishedSeen` is what the user was told is unsent in them
   * (`leftBehind`), null where nobody knows.
   */
  startOver: kept.input(z.object({ unfinishedSeen: z.number().int().nullable() })).output(type<view.ProtectionView>()),
  /** Brings the open edits of what was set aside back, all held, with its own recovery code. */
  bringBackSetAside: act.input(z.object({ id: z.string().max(100), code: z.string().max(200) })).output(type<view.BroughtFromBackup>()),
  openWithCode: asked.input(codeInput).output(type<'opened' | view.CodeRefused>()),
};
