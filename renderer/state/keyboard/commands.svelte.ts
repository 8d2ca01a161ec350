import { t, type PlainId } from '#shared/messages/t.ts';
import { safe } from '@orpc/client';
import { createContext } from 'svelte';
import type { FieldIssue } from '#shared/contract/errors.ts';
import type { RecordEditInput } from '#shared/contract/inputs.ts';
import type { FieldDifference } from '#shared/edit.ts';
import type { AppState } from '#renderer/state/connection/app-state.svelte.ts';
import { followLeaving } from '#renderer/state/feedback/leaving-notice.ts';
import type { Notices } from '#renderer/state/feedback/notices.svelte.ts';
import { isAlreadySent, isNothingLeft, issuesIn, notDone, sentenceOfRefusal } from '#renderer/state/feedback/refusals.ts';

/** The result of recording an edit. `issues` is never empty: an issue without a path concerns the whole form. */
export type RecordAnswer = { ok: true; id: string; state: string } | { ok: false; issues: FieldIssue[] };

/** The answer to a bulk command: how many edits are sent automatically now, and those that wait for the user, each with its reason. */
export interface BulkAnswer {
  now: number;
  needYou: { id: string; why: string }[];
}

/** The notices about an edit that was just recorded, by its state; other edits are sent automatically. */
const savedWords: Record<string, PlainId> = { draft: 'notices.saved.draft', conflict: 'notices.saved.conflict' };
const reverseWords: Record<string, PlainId> = { draft: 'notices.reversed.draft', conflict: 'notices.saved.conflict' };

/** Every command on edits, with its notice and its one undo. */
export class Commands {
  readonly #app: AppState;
  readonly #notices: Notices;
  /** The edits of this window's newest command. */
  #newest: string[] = [];

  constructor(app: AppState, notices: Notices) {
    this.#app = app;
    this.#notices = notices;
  }

  /** Records one edit; the answer comes after it is on the disk. */
  async record(input: RecordEditInput): Promise<RecordAnswer> {
    const answer = await safe(this.#app.api.edits.record(input));
    if (answer.isSuccess) {
      const { id, state, leavesInMs } = answer.data;
      this.#saySaved(t(savedWords[state] ?? 'notices.saved'), [id], leavesInMs);
      return { ok: true, id, state };
    }
    return refused(answer.error);
  }

  /** Changes an edit that was not sent, or that came back. */
  async change(input: { id: string } & Pick<RecordEditInput, 'body' | 'seen'>): Promise<RecordAnswer> {
    const answer = await safe(this.#app.api.edits.change(input));
    if (answer.isSuccess) {
      const { id, state, leavesInMs } = answer.data;
      const text = t(state === 'conflict' ? 'notices.changed.conflict' : 'notices.changed');
      // A correction of a held edit stays held: nothing of it is sent that the notice could follow.
      if (state === 'held') this.#offerUndo(text, [id], null);
      else this.#saySaved(text, [id], leavesInMs);
      return { ok: true, id, state };
    }
    return refused(answer.error);
  }

  /** Records many edits as one command with one undo. Null when nothing was recorded. */
  async recordMany(inputs: RecordEditInput[]): Promise<BulkAnswer | null> {
    const answer = await safe(this.#app.api.edits.recordMany({ edits: inputs }));
    if (!answer.isSuccess) {
      const [issue] = issuesIn(answer.error);
      const nothing = t('notices.nothingSaved');
      this.#notices.say(issue ? `${nothing} ${issue.message}` : notDone(nothing, answer.error), { severity: 'needs' });
      return null;
    }
    const { ids, now, needYou, leavesInMs } = answer.data;
    const need = needYou.length;
    const split = need === 0 ? t('notices.saved.many', { count: ids.length }) : t('notices.saved.split', { now, need });
    this.#saySaved(split, ids, leavesInMs);
    return { now, needYou };
  }

  /** Undoes the newest command of this window, or the recording of the named edits; with `discards`, their discard. */
  async undo(ids?: string[], discards = false): Promise<void> {
    const answer = await safe(this.#app.api.edits.undo(ids ? { ids, discards } : {}));
    if (!answer.isSuccess) {
      if (isAlreadySent(answer.error)) await this.#sayLeft(sentenceOfRefusal(answer.error), ids ?? this.#newest);
      else this.#notices.say(sentenceOfRefusal(answer.error), isNothingLeft(answer.error) ? {} : { severity: 'needs' });
      return;
    }
    const { undone, left, reopened } = answer.data;
    if (undone.length + reopened.length === 0) return void this.#notices.say(t('notices.nothingToUndo'));
    const gone = left.length === 0 ? '' : ` ${t('notices.sentAlready', { count: left.length })}`;
    const what = reopened.length > 0 ? t('notices.broughtBack', { count: reopened.length }) : t('notices.undone', { count: undone.length });
    this.#notices.say(`${what}${gone}`, { action: { label: t('notices.redo'), command: () => void this.redo() } });
  }

  /** The edit was sent before the undo, which is no failure: the notice offers its reverse where it has one. */
  async #sayLeft(text: string, ids: string[]): Promise<void> {
    const [first = ''] = ids;
    const edit = first === '' ? null : await safe(this.#app.api.edits.get({ id: first }));
    const command = () => void (ids.length === 1 ? this.reverse(first) : this.reverseAll(ids));
    this.#notices.say(text, edit?.data?.reversible ? { action: { label: t('notices.changeBack'), command } } : {});
  }

  async redo(): Promise<void> {
    const answer = await safe(this.#app.api.edits.redo());
    const { redone, discarded } = answer.data ?? { redone: [], discarded: [] };
    if (discarded.length > 0) return this.#sayDiscarded(discarded);
    this.#notices.say(redone.length === 0 ? t('notices.nothingToRedo') : t('notices.redone', { count: redone.length }));
  }

  async discard(ids: string[]): Promise<boolean> {
    const answer = await safe(this.#app.api.edits.discard({ ids }));
    if (answer.isSuccess) this.#sayDiscarded(ids);
    else this.#notices.say(sentenceOfRefusal(answer.error), { severity: 'needs' });
    return answer.isSuccess;
  }

  #sayDiscarded(ids: string[]): void {
    const action = { label: t('notices.undo'), command: () => void this.undo(ids, true) };
    this.#notices.say(t('notices.discarded', { count: ids.length }), { action });
  }

  hold(ids: string[]): Promise<boolean> {
    return this.#settle(safe(this.#app.api.edits.hold({ ids })), t('notices.held', { count: ids.length }));
  }

  release(ids: string[]): Promise<boolean> {
    return this.#settle(safe(this.#app.api.edits.release({ ids })), t('notices.released', { count: ids.length }));
  }

  /** Sends a held edit without the full record of what it changes; `emptied` is what the user was shown of what that empties. */
  sendPartly(id: string, emptied: FieldDifference[]): Promise<boolean> {
    const shown = emptied.map(({ path, base }) => ({ path, base }));
    return this.#settle(safe(this.#app.api.edits.sendPartly({ id, emptied: shown })), t('notices.sentPartly'));
  }

  lookMyself(id: string): Promise<boolean> {
    return this.#settle(safe(this.#app.api.edits.lookMyself({ id })), t('notices.lookMyself'));
  }

  /** Asks the keychain for the sign-in once more, which asks the user to unlock it. */
  async unlock(): Promise<void> {
    const answer = await safe(this.#app.api.accounts.unlock());
    if (!answer.isSuccess) this.#notices.say(sentenceOfRefusal(answer.error), { severity: 'needs' });
  }

  /** Composes the edit that puts back what was there before an edit that the service confirmed. */
  async reverse(id: string): Promise<void> {
    const answer = await safe(this.#app.api.edits.reverse({ id }));
    if (answer.isSuccess) {
      const { id: reversed, state, leavesInMs } = answer.data;
      this.#saySaved(t(reverseWords[state] ?? 'notices.reversed'), [reversed], leavesInMs);
    } else this.#notices.say(sentenceOfRefusal(answer.error), { severity: 'needs' });
  }

  /** Reverses each edit of one command that the service confirmed, as one command with one undo. Edits that were not sent yet are undone. */
  async reverseAll(ids: string[]): Promise<void> {
    const undone = await safe(this.#app.api.edits.undo({ ids }));
    const unsent = new Set(undone.isSuccess ? undone.data.undone : []);
    const reversed: string[] = [];
    let leavesInMs: number | null = null;
    for (const id of ids.filter((each) => !unsent.has(each))) {
      const answer = await safe(this.#app.api.edits.reverse({ id }));
      if (!answer.isSuccess) continue;
      reversed.push(answer.data.id);
      leavesInMs = answer.data.leavesInMs ?? leavesInMs;
    }
    const left = ids.length - unsent.size - reversed.length;
    const parts = [
      unsent.size > 0 && t('notices.undone', { count: unsent.size }),
      reversed.length > 0 && t('notices.reversed.many', { count: reversed.length }),
      left > 0 && t('notices.irreversible', { count: left }),
    ].filter((part) => part !== false);
    if (reversed.length > 0) this.#saySaved(parts.join(' '), reversed, leavesInMs);
    else this.#notices.say(parts.join(' '), left > 0 ? { severity: 'needs' } : {});
  }

  /** Records the values that an update had emptied on the service, so that they are there again. */
  async putBack(id: string): Promise<void> {
    const answer = await safe(this.#app.api.edits.putBack({ id }));
    if (answer.isSuccess) this.#saySaved(t('notices.putBack'), [answer.data.id], null);
    else this.#notices.say(sentenceOfRefusal(answer.error), { severity: 'needs' });
  }

  /** Offers "Undo" until the edit is sent; then the notice says so, and offers its reverse where it has one. */
  #saySaved(text: string, ids: string[], leavesInMs: number | null): void {
    const notice = this.#offerUndo(text, ids, leavesInMs);
    followLeaving(this.#app, this.#notices, {
      notice,
      ids,
      reverse: (left) => void (left.length === 1 ? this.reverse(left[0] ?? '') : this.reverseAll(left)),
    });
  }

  /** Shows a notice with "Undo" of the newest command's edits. Returns its id. */
  #offerUndo(text: string, ids: string[], leavesInMs: number | null): number {
    this.#newest = ids;
    const leaves = leavesInMs !== null && ['online', 'slow'].includes(this.#app.connection?.kind ?? '');
    const action = { label: t('notices.undo'), command: () => void this.undo(ids) };
    return this.#notices.say(text, { action, ...(leaves ? { leavesInMs } : {}) });
  }

  async #settle(asked: Promise<{ isSuccess: boolean; error: Error | null }>, done: string): Promise<boolean> {
    const answer = await asked;
    const problem: unknown = answer.error;
    this.#notices.say(answer.isSuccess ? done : sentenceOfRefusal(problem), answer.isSuccess ? {} : { severity: 'needs' });
    return answer.isSuccess;
  }
}

function refused(error: unknown): RecordAnswer {
  const issues = issuesIn(error);
  return { ok: false, issues: issues.length > 0 ? issues : [{ path: [], message: sentenceOfRefusal(error) }] };
}

export const [useCommands, provideCommands] = createContext<Commands>();
