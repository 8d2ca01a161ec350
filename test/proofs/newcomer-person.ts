import type { Locator, Page } from '@playwright/test';
import { mouseAlone, type Hands } from '#test/e2e/hands.ts';

/** How fast a person is who sees this window for the first time: sentences are read, labels and figures glanced at. */
const wordsReadInASecond = 4;
const wordsGlancedAtInASecond = 10;
/** A text of so many words is a sentence. */
const sentence = 5;
const lettersTypedInASecond = 5;
const secondsToPoint = 1.5;
const secondsToPaste = 4;
const secondsToChooseAFile = 8;
/** Longer texts are pasted, as they came in a mail, and so is a key, however short. */
const typedAtMost = 60;
const aKey = /^\S{30,}$/;
const isPasted = (text: string) => text.length > typedAtMost || aKey.test(text);

/** Runs in the page: the texts on screen; of many rows that are alike one is read. */
function textsOnScreen(): string[] {
  const texts: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const [element, text] = [node.parentElement, node.textContent?.trim() ?? ''];
    if (!element || text === '' || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const row = element.closest('[role=row], [role=option], option');
    const list = row?.closest('[role=grid], [role=table], [role=listbox], select');
    if (row && row !== list?.querySelector('[role=row], [role=option], option')) continue;
    const line = element.closest('tr');
    const lines = Array.from(line?.parentElement?.children ?? []);
    if (line && lines.slice(0, lines.indexOf(line)).some((other) => other.childElementCount === line.childElementCount)) continue;
    const box = element.getBoundingClientRect();
    // What only a screen reader says is a pixel.
    if (box.width <= 1 || box.height <= 1) continue;
    if (box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth) texts.push(text);
  }
  return texts;
}

/** Somebody who reads what is new on the screen before each act, and acts as slowly as a person: their time is counted, the machine's runs. */
export class Newcomer {
  readonly page: Page;
  readonly #hands: Hands;
  readonly #began: number;
  readonly #read = new Set<string>();
  #own = 0;
  #thorough = 0;

  /** `began`: when the app was started, on `performance`'s clock. */
  constructor(page: Page, began: number) {
    this.page = page;
    this.#hands = mouseAlone(page);
    this.#began = began;
  }

  /** Seconds since the start: the person's and the machine's. */
  get seconds(): number {
    return this.#own + this.machineSeconds;
  }

  /** The same for somebody who reads every label and figure as well. */
  get thoroughSeconds(): number {
    return this.seconds + this.#thorough;
  }

  get machineSeconds(): number {
    return (performance.now() - this.#began) / 1000;
  }

  async press(target: Locator): Promise<void> {
    await target.waitFor();
    await this.#look();
    await this.#hands.press(target);
  }

  async write(field: Locator, text: string): Promise<void> {
    await field.waitFor();
    await this.#look();
    this.#own += isPasted(text) ? secondsToPaste : text.length / lettersTypedInASecond;
    await this.#hands.write(field, text);
  }

  async give(asking: Locator, file: { name: string; text: string }): Promise<void> {
    await asking.waitFor();
    await this.#look();
    this.#own += secondsToChooseAFile;
    await this.#hands.give(asking, file);
  }

  async #look(): Promise<void> {
    const fresh = (await this.page.evaluate(textsOnScreen)).filter((text) => !this.#read.has(text));
    for (const text of fresh) this.#read.add(text);
    const counts = fresh.map((text) => text.split(/\s+/).length);
    const sum = (some: number[]) => some.reduce((total, words) => total + words, 0);
    const [all, read] = [sum(counts), sum(counts.filter((words) => words >= sentence))];
    this.#own += read / wordsReadInASecond + (all - read) / wordsGlancedAtInASecond + secondsToPoint;
    this.#thorough += (all - read) / wordsReadInASecond - (all - read) / wordsGlancedAtInASecond;
  }
}
