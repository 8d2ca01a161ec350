import { createContext } from 'svelte';
import { t, type PlainId } from '#shared/messages/t.ts';
import { chordOf, isSingleKey, keymap, type CommandName, type KeyRow } from './keymap.ts';
import { isOpen, type MenuItem, type Offered } from './menu-item.ts';

/** The commands of the page. A handler that returns `false` did not use the key; it gets the pressed chord, if any. */
export type Handlers = Partial<Record<CommandName, (chord?: string) => void | boolean>>;

interface Layer {
  handlers: Handlers;
  thing: (() => Offered | null) | undefined;
}

/** The time in milliseconds for the second key of a chord such as `g o`. */
const CHORD_MS = 1200;

const chords = (keymap as readonly KeyRow[]).flatMap((row) => row.keys.map((chord) => ({ chord, row })));
const byChord = Map.groupBy(chords, ({ chord }) => chord);
const firstKeys = new Set([...byChord.keys()].filter((chord) => chord.includes(' ')).map((chord) => chord.split(' ')[0]));

/**
 * The one listener for keys. Pages register what they offer; the newest registration of a command wins, so a dialog's or a detail's handlers
 * cover the list's. Single keys are silent while typing, while a dialog is open, and when the user switched them off.
 */
export class Keyboard {
  /** Set from the settings. */
  singleKeys = $state(true);
  readonly mac = /Mac/.test(navigator.platform);

  /**
   * Not state itself: an effect that ends is shown a state's value from before the present turn, and would put back layers that are gone and
   * drop those that just came.
   */
  readonly #layers: Layer[] = [];
  #turns = 0;
  /** Another number whenever the layers are others. */
  #turn = $state(0);
  #pending: { key: string; at: number } | null = null;

  /** The commands with a handler now, for the palette and the sheet. */
  readonly offered = $derived(new Set(this.#all().flatMap(({ handlers }) => Object.keys(handlers) as CommandName[])));

  /** Items on screen with commands, newest first: the palette offers what their menus offer. */
  get things(): Offered[] {
    return this.#all()
      .flatMap(({ thing }) => thing?.() ?? [])
      .toReversed();
  }

  /** Offers `handlers`, and the commands of a `thing`, until the answer is called. Meant for effects, which must not follow what others offer. */
  use(handlers: Handlers, thing?: () => Offered | null): () => void {
    const layer: Layer = { handlers, thing };
    this.#layers.push(layer);
    this.#turn = ++this.#turns;
    return () => {
      this.#layers.splice(this.#layers.indexOf(layer), 1);
      this.#turn = ++this.#turns;
    };
  }

  /** Runs the command, as the palette and menus do. False without a handler, or when it declined. */
  perform(command: CommandName, chord?: string): boolean {
    const handler = this.#layers.findLast(({ handlers }) => handlers[command])?.handlers[command];
    return handler ? handler(chord) !== false : false;
  }

  start(): () => void {
    const listen = (event: KeyboardEvent) => this.#hear(event);
    // While an input method composes a word, its keys are its own: no part of the page gets them.
    const hush = (event: KeyboardEvent) => {
      if (event.isComposing) event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', hush, true);
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', hush, true);
      window.removeEventListener('keydown', listen);
    };
  }

  /** The label of a chord on this platform. */
  written(chord: string): string[] {
    return chord.split(/[+ ](?=.)/).map((key) => (this.mac ? macSigns[key] : undefined) ?? signs[key] ?? nameOfKey(key));
  }

  #all(): readonly Layer[] {
    void this.#turn;
    return this.#layers;
  }

  #hear(event: KeyboardEvent): void {
    if (event.defaultPrevented) return;
    const row = this.#rowOf(event);
    if (!row) return;
    const chord = chordOf(event, this.mac);
    if (!this.#mayHear(event, chord, row)) return;
    if (this.perform(row.command, chord)) event.preventDefault();
  }

  #rowOf(event: KeyboardEvent): KeyRow | undefined {
    const chord = chordOf(event, this.mac);
    const first = this.#pending;
    this.#pending = null;
    if (first && event.timeStamp - first.at < CHORD_MS) {
      const both = this.#rowAt(`${first.key} ${chord}`);
      if (both) return both;
    }
    if (firstKeys.has(chord) && this.singleKeys && !isTyping(event)) this.#pending = { key: chord, at: event.timeStamp };
    return this.#rowAt(chord);
  }

  /** The row of a chord; of several, the one that the newest layer offers. */
  #rowAt(chord: string): KeyRow | undefined {
    const rows = byChord.get(chord)?.map(({ row }) => row) ?? [];
    const offers = ({ handlers }: Layer) => rows.find(({ command }) => handlers[command]);
    const layer = rows.length > 1 ? this.#layers.findLast(offers) : undefined;
    return (layer && offers(layer)) ?? rows[0];
  }

  #mayHear(event: KeyboardEvent, chord: string, row: KeyRow): boolean {
    const typing = isTyping(event);
    if (inOverlay(event)) return row.command === 'palette';
    if (typing) return chord.startsWith('Mod+') && row.group === 'window';
    if (row.command === 'open' && isControl(event)) return false;
    return this.singleKeys || !isSingleKey(chord);
  }
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Enter on a button or a link is that control's own. */
function isControl(event: KeyboardEvent): boolean {
  return event.target instanceof HTMLElement && event.target.closest('button, a, summary, [role=tab], [role=menuitem]') !== null;
}

function inOverlay(event: KeyboardEvent): boolean {
  return (
    event.target instanceof HTMLElement && event.target.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null
  );
}

/** The keys of what a menu has. Opening belongs to the list, printing to the page. */
export function keysOf(items: readonly MenuItem[]): Handlers {
  const handlers: Handlers = {};
  for (const item of items.toReversed()) {
    const { command, disabled, onchoose, onkey = onchoose } = item;
    // A later layer is checked when its key is pressed.
    if (command && !disabled && command !== 'open' && command !== 'print') handlers[command] = () => isOpen(item) && onkey();
  }
  return handlers;
}

export const [useKeyboard, provideKeyboard] = createContext<Keyboard>();

const macSigns: Record<string, string> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' };
const signs: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑', Enter: '↵' };
const keyNames: Record<string, PlainId> = {
  ...{
    Mod: 'parts.key.ctrl',
    Shift: 'parts.key.shift',
    Alt: 'parts.key.alt',
    Tab: 'parts.key.tab',
    Escape: 'parts.key.escape',
    Home: 'parts.key.home',
    End: 'parts.key.end',
  },
  ...{ PageDown: 'parts.key.pageDown', PageUp: 'parts.key.pageUp', ContextMenu: 'parts.key.menu' },
};
const nameOfKey = (key: string): string => {
  const name = keyNames[key];
  return name ? t(name) : key.length === 1 ? key.toUpperCase() : key;
};
