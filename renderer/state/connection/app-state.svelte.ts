import { createContext, untrack } from 'svelte';
import { languageOf, localeOf } from '#shared/values/language.ts';
import { askFirst, type Api, type Dial } from './connect.ts';
import { Reading } from './reading.ts';
import { Saving } from './saving.svelte.ts';
import type { FormTyped } from '#shared/contract/inputs.ts';
import type { AppStatus, Change, Counters, Settings, SyncProgress } from '#shared/contract/views/views.ts';

/** `lost` means that the main process is gone or has not answered yet: what is on screen may be old. */
export type LinkState = 'opening' | 'open' | 'lost';

const noCounters: Counters = {
  waiting: 0,
  sending: 0,
  checking: 0,
  draft: 0,
  conflict: 0,
  rejected: 0,
  inDoubt: 0,
  held: 0,
  needsYou: 0,
  documentsHere: 0,
  perKind: [],
};

/** The counters from which the status and every count in the window follow. */
const counted: ReadonlySet<Change['kind']> = new Set(['status', 'edits', 'records', 'documents', 'accounts', 'settings']);

const idle: SyncProgress = { running: false, done: 0, total: 0, applied: 0, problems: 0, startedAt: null, leftMs: null };

/** Waits between attempts to reconnect, in milliseconds; the last one repeats. */
const redialAfterMs = [100, 300, 1000, 2000];

/**
 * The window's connection to the main process: status, settings and the change stream. It reconnects automatically; pages ask through `api` and get
 * changes through `onChange`.
 */
export class AppState {
  line = $state<LinkState>('opening');
  status = $state.raw<AppStatus | null>(null);
  settings = $state.raw<Settings | null>(null);
  /** Rises with every connection; its readers read again after a reconnect. */
  openings = $state(0);

  readonly counters = $derived(this.status?.counters ?? noCounters);
  readonly connection = $derived(this.status?.connection ?? null);
  /** The user's own choice: nothing is sent, so what needs the network first asks to go online. */
  readonly worksOffline = $derived(this.connection?.kind === 'workingOffline');
  /** Nothing that needs the network can be asked for now. */
  readonly offline = $derived(this.connection?.kind === 'offline' || this.connection?.kind === 'captivePortal');
  readonly progress = $derived(this.status?.progress ?? idle);
  readonly language = $derived(languageOf(this.settings?.language ?? '', navigator.languages));
  readonly locale = $derived(localeOf(this.settings ?? { locale: '', language: '' }, [navigator.language, ...navigator.languages]));

  readonly saving = new Saving(this);
  #api: Api | null = null;
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #readings = new Set<Reading>();
  readonly #statusReading = new Reading(async () => {
    this.status = await this.api.app.status();
  });
  readonly #dial: Dial;
  #stopped = false;

  constructor(dial: Dial) {
    this.#dial = dial;
  }

  /** The open line's client. Throws while no line was ever opened: pages are shown only after that. */
  get api(): Api {
    if (!this.#api) throw new Error('the line to Layover is not open yet');
    return this.#api;
  }

  /** Calls `listener` with every change that the main process publishes, until the answer is called. */
  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * For effects: reads now, again after each reconnect, after every change that `concerns` it, and in each language that the user chooses: the main
   * process words some of what it answers. The effect follows nothing that `read` looks at. Changes that come together cause one read, and a read that is slow is never overtaken on its own.
   */
  follow(read: () => void | Promise<unknown>, concerns: (change: Change) => boolean): () => void {
    void this.openings;
    return untrack(() => {
      const reading = new Reading(read);
      reading.now();
      this.#readings.add(reading);
      const stop = this.onChange((change) => {
        if (concerns(change)) reading.soon();
      });
      return () => {
        stop();
        this.#readings.delete(reading);
        reading.stop();
      };
    });
  }

  /** Keeps the connection open until `stop`. Resolves only then. */
  async run(): Promise<void> {
    for (let failures = 0; !this.#stopped;) {
      try {
        await this.#serveOneLine();
        failures = 0;
      } catch {
        failures += 1;
      }
      if (this.#stopped) return;
      this.line = 'lost';
      await pause(redialAfterMs[Math.min(failures, redialAfterMs.length - 1)] ?? 2000);
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  /** The user is there: the main process counts from now again. */
  touch(): void {
    if (this.line === 'open' && this.status?.lockScreen === false) void this.#api?.lockScreen.touch().catch(() => undefined);
  }

  /** Reports the forms with unsaved input to the main process. Call in an effect: each new connection reports again. */
  tellTyping(forms: FormTyped[]): void {
    if (this.openings > 0) void this.#api?.app.typing({ forms }).catch(() => undefined);
  }

  /** Names a press that needs the network: "Fetch", or "Go online to fetch" while the user works offline. */
  networkWord(message: string, online: string): string {
    return this.worksOffline ? online : message;
  }

  /** Runs a command that needs the network; the same press goes online first. */
  async online<T>(command: () => Promise<T>): Promise<T> {
    if (this.worksOffline) await this.api.sync.workOffline({ on: false });
    return command();
  }

  async changeSettings(changes: Parameters<Api['app']['changeSettings']>[0]): Promise<void> {
    this.#takeSettings(await this.api.app.changeSettings(changes));
  }

  #takeSettings(settings: Settings): void {
    const { language, locale } = this;
    this.settings = settings;
    if (language === this.language && locale === this.locale) return;
    // the main process answers while the window draws itself again
    for (const reading of this.#readings) reading.now();
  }

  async #serveOneLine(): Promise<void> {
    const { api, closed, first } = await this.#dial();
    const { changes, status, settings } = await (first ?? askFirst(api));
    this.#api = api;
    this.status = status;
    this.settings = settings;
    this.line = 'open';
    this.openings += 1;
    const listening = this.#listen(changes);
    await Promise.race([closed, listening]);
  }

  async #listen(changes: AsyncIterable<Change>): Promise<void> {
    for await (const change of changes) {
      if (this.#stopped) return;
      await this.#hear(change);
    }
  }

  async #hear(change: Change): Promise<void> {
    if (change.kind === 'progress' && this.status) this.status = { ...this.status, progress: change.progress };
    for (const listener of this.#listeners) listener(change);
    if (change.kind === 'settings') this.#takeSettings(await this.api.app.settings());
    if (counted.has(change.kind)) this.#statusReading.now();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export const [useApp, provideApp] = createContext<AppState>();
