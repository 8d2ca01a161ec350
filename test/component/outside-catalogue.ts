import { isOfNoMessage, type Told } from '#test/pseudo-language.ts';

const spokenAttributes = [
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'aria-roledescription',
  'title',
  'placeholder',
  'alt',
  'label',
];

/** The texts of the window, read or heard, each with its element. */
function said(): { text: string; at: Element }[] {
  const found = [{ text: document.title, at: document.head as Element }];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const at = node instanceof Element ? node : node.parentElement;
    // Drawn behind the query's box is what its user typed.
    if (!at || at.closest('script, style, .behind')) continue;
    // A text that may break within a word, or of which a part is marked, is one.
    if (node instanceof Text && at.querySelector(':scope > :is(wbr, mark)')) continue;
    if (node instanceof HTMLElement && node.querySelector(':scope > :is(wbr, mark)')) found.push({ text: node.textContent, at });
    if (node instanceof Text) found.push({ text: node.data, at });
    else found.push(...spokenAttributes.flatMap((name) => at.getAttribute(name) ?? []).map((text) => ({ text, at })));
    if (node instanceof HTMLInputElement && /^(button|submit|reset)$/.test(node.type)) found.push({ text: node.value, at });
  }
  return found.filter(({ text }) => text.trim() !== '');
}

interface Place {
  file?: string;
  parent?: Place | null;
}
interface Compiled extends Element {
  __svelte_meta?: { loc: { file: string; line: number }; parent?: Place | null };
}

/** Texts in the window that neither the catalogue nor the desk made. */
export function textsOutside(told: Told): string[] {
  const texts = said().flatMap(({ text, at }) => {
    const words = told.wordsOutside(text);
    const loc = (at as Compiled).__svelte_meta?.loc;
    return words === '' ? [] : [`${words} in "${text.trim().slice(0, 80)}" at ${loc ? `${loc.file}:${loc.line}` : at.tagName}`];
  });
  return [...new Set(texts)];
}

/** The components of which something is in the window. */
export function componentsIn(): string[] {
  const files = new Set<string>();
  for (const each of document.querySelectorAll<Compiled>('*')) {
    const { loc, parent } = each.__svelte_meta ?? {};
    if (loc) files.add(loc.file);
    for (let place = parent; place; place = place.parent) if (place.file) files.add(place.file);
  }
  return [...files];
}

/** A control by its place in the code and by the catalogue's words for it: those of other rows are the same. */
export function keyOf(control: Element): string {
  const loc = (control as Compiled).__svelte_meta?.loc;
  const words = (control.ariaLabel ?? control.textContent)
    .split(/[\s⟦⟧]+/)
    .filter((word) => /\p{L}/u.test(word) && !/\d/.test(word) && !isOfNoMessage(word));
  return `${loc?.file.replace(/^.*\//, '')}:${loc?.line} ${words.join(' ')}`;
}
