import type { Page } from '@playwright/test';

/** Something that the window heard of a user's hands; events that a script made up are not heard. */
export interface Heard {
  hand: 'key' | 'mouse' | 'text';
  /** The key, the kind of mouse event, or what is in the field now. */
  what: string;
  /** The field or thing that heard it, for whoever reads a failure. */
  where: string;
  /** For a key: typed as text into the field that was clicked last. */
  inClicked: boolean;
}

/** A user's means: keys alone, or a mouse plus letters typed into clicked fields. */
export type Means = 'mouse' | 'keyboard';

const identifier = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{32}\b/i;

/** The fault of an input under these means, or null. Nobody types, pastes or drops an identifier. */
export function faultOf(means: Means, { hand, what, where, inClicked }: Heard): string | null {
  if (identifier.test(what)) return `an identifier in ${where}`;
  if (means === 'keyboard' && hand === 'mouse') return `${what} of the mouse on ${where}`;
  if (means === 'mouse' && hand === 'key' && !(inClicked && [...what].length === 1)) return `the key ${what} on ${where}`;
  return null;
}

/** Listens to everything that hands do in a page, also after it is loaded again. */
export async function witness(page: Page): Promise<Heard[]> {
  const heard: Heard[] = [];
  await page.exposeFunction('hearHands', (each: Heard) => void heard.push(each));
  await page.addInitScript(listen);
  return heard;
}

/** Runs in the page. */
function listen(): void {
  let clicked: EventTarget | null = null;
  const named = (target: EventTarget | null) =>
    target instanceof Element ? `${target.tagName.toLowerCase()} ${target.ariaLabel ?? target.id}`.trim() : 'the page';
  const tell = (hand: 'key' | 'mouse' | 'text', event: Event, what: string, inClicked = false) => {
    const { hearHands } = window as unknown as { hearHands: (each: object) => void };
    if (event.isTrusted) hearHands({ hand, what, where: named(event.target), inClicked });
  };
  const textIn = (target: EventTarget | null) =>
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target.value : '';
  const on = <Name extends keyof WindowEventMap>(name: Name, hear: (event: WindowEventMap[Name]) => void) =>
    window.addEventListener(name, hear, { capture: true, passive: true });
  on('pointerdown', (event) => {
    const label = event.target instanceof Element ? event.target.closest('label') : null;
    clicked = label?.control ?? event.target;
    tell('mouse', event, event.type);
  });
  on('wheel', (event) => tell('mouse', event, event.type));
  on('dblclick', (event) => tell('mouse', event, event.type));
  on('contextmenu', (event) => tell('mouse', event, event.type));
  on('keydown', (event) => {
    const bare = !event.ctrlKey && !event.metaKey && !event.altKey;
    const field = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    tell('key', event, event.key, bare && field && event.target === clicked);
  });
  on('input', (event) => tell('text', event, textIn(event.target)));
  on('paste', (event) => tell('text', event, event.clipboardData?.getData('text') ?? ''));
  on('drop', (event) => tell('mouse', event, `drop ${event.dataTransfer?.getData('text') ?? ''}`));
}
