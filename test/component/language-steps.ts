import { page, userEvent } from 'vitest/browser';
import type { FakeApp } from './fake-app.ts';
import { pageStates } from './states.ts';
import { press, stillness } from './window.ts';

/** A step on the way through the windows; `look` looks at what is shown within it. */
export type Step = (app: FakeApp, look: () => void) => unknown;

export const filled = () => pageStates['filled']!();
export const keys =
  (...chords: string[]) =>
  () =>
    press(...chords);
export const typed = (text: string) => () => userEvent.keyboard(text);
export const status = (changed: FakeApp['status']) => (app: FakeApp) => {
  app.status = { ...app.status, ...changed };
  app.publish({ kind: 'status' });
};

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter((each) => each.checkVisibility());
export const click = (selector: string) => () => all(`${selector}:not(:disabled)`).at(0)?.click();
export const clickAll =
  (selector: string): Step =>
  async (_app, look) => {
    for (const each of all(selector)) {
      if (!each.isConnected) continue;
      each.click();
      await stillness();
      look();
    }
  };
export const fill = async () => {
  for (const field of all('main input:is([type=url], [type=password], :not([type]))'))
    await userEvent.fill(page.elementLocator(field), field.matches('[type=url]') ? 'https://finance.example.com' : 'x');
};
export const upload = (name: string, text: string) => async () => {
  const field = document.querySelector<HTMLElement>('[role=dialog] input[type=file], main input[type=file]');
  if (field) await userEvent.upload(page.elementLocator(field), new File([text], name, { type: 'text/csv' }));
};
export const drop = (name: string) => () => {
  const held = new DataTransfer();
  held.items.add(new File(['PK'], name));
  window.dispatchEvent(new DragEvent('drop', { dataTransfer: held, bubbles: true, cancelable: true }));
};

/** A file of the tests as the bytes of a document. */
export const pdf = async (): Promise<Blob> => {
  const files = import.meta.glob<string>('../documents/*.pdf', { query: '?url', import: 'default' });
  return (await fetch(await files['../documents/p20-total-with-vat.pdf']!())).blob();
};
