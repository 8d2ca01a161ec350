import { t } from '#shared/messages/t.ts';
import { createContext } from 'svelte';

/** A short word at the bottom of the window about what the user just did. */
export interface Notice {
  id: number;
  text: string;
  severity: 'plain' | 'needs';
  action: { label: string; command: () => void } | null;
  /** When the action stops being offered, by `performance.now()`; the seconds are counted down. */
  until: number | null;
  /** It waits for an answer: it is sent only when the user dismisses it or does what it offers. */
  stays: boolean;
  /** When it came, by `performance.now()`. */
  at: number;
}

/** The lifetime of a notice, and the least time between two announcements, in milliseconds. */
const STAYS_MS = 6000;
const ANNOUNCE_MS = 2000;

const isUndo = ({ action }: Notice): boolean => action?.label === t('notices.undo');

/** Notices on screen, and one throttled voice for screen readers. */
export class Notices {
  shown = $state.raw<Notice[]>([]);
  /** The live region's text. Of several texts within two seconds only the newest is announced. */
  spoken = $state('');

  #next = 1;
  #lastSpokenAt = -Infinity;
  #waiting: ReturnType<typeof setTimeout> | null = null;
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();

  /** Shows a word and answers its id. With `leavesInMs` it stays at least that long and counts the seconds. */
  say(
    text: string,
    options: { severity?: Notice['severity']; action?: Notice['action']; leavesInMs?: number; stays?: boolean } = {},
  ): number {
    const until = options.leavesInMs === undefined ? null : performance.now() + options.leavesInMs;
    const { severity = 'plain', action = null, stays = severity === 'needs' } = options;
    const notice: Notice = { id: this.#next++, text, severity, action, until, stays, at: performance.now() };
    // The newest word about what was done is enough, with its one undo; beside it stays the newest that waits for an answer.
    this.shown = [...this.shown.filter((other) => other.stays && !isUndo(other) && other.text !== text).slice(-1), notice];
    this.resume(notice.id);
    this.announce(text);
    return notice.id;
  }

  /** Puts another word in the place of one that is still shown. */
  change(id: number, text: string, action: Notice['action'] = null, stays = false): void {
    if (!this.isShown(id)) return;
    this.shown = this.shown.map((notice) => (notice.id === id ? { ...notice, text, action, until: null, stays } : notice));
    this.resume(id);
    this.announce(text);
  }

  isShown(id: number): boolean {
    return this.shown.some((notice) => notice.id === id);
  }

  dismiss(id: number): void {
    this.pause(id);
    this.shown = this.shown.filter((notice) => notice.id !== id);
  }

  /** Removes a page's errors and its undo when the user leaves it; other offers stay. */
  leavePage(): void {
    const old = this.shown.filter(
      (notice) => (isUndo(notice) || (notice.severity === 'needs' && notice.action === null)) && notice.at < performance.now() - STAYS_MS,
    );
    for (const { id } of old) this.dismiss(id);
  }

  /** A notice that is pointed at or focused stays. */
  pause(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  resume(id: number): void {
    this.pause(id);
    if (this.shown.find((notice) => notice.id === id)?.stays) return;
    this.#timers.set(
      id,
      setTimeout(() => this.dismiss(id), STAYS_MS),
    );
  }

  announce(text: string): void {
    const wait = this.#lastSpokenAt + ANNOUNCE_MS - performance.now();
    if (this.#waiting) clearTimeout(this.#waiting);
    this.#waiting = null;
    if (wait <= 0) this.#speak(text);
    else this.#waiting = setTimeout(() => this.#speak(text), wait);
  }

  #speak(text: string): void {
    this.#lastSpokenAt = performance.now();
    this.spoken = text;
  }
}

export const [useNotices, provideNotices] = createContext<Notices>();
