// The exits of the app as unit tests take them from the fake Electron.
import { hidden } from './questions.mjs';

const hear = async ({ app, BrowserWindow }, say, more = {}) => {
  for (const name of ['before-quit', 'window-all-closed', 'will-quit'])
    app.on(name, (given) => {
      say(name);
      more[name]?.(given);
    });
  app.on('quit', (_given, code) => say(`quit ${code}`));
  const window = new BrowserWindow(hidden);
  window.on('close', (given) => {
    say('close');
    more.close?.(given);
  });
  window.on('closed', () => say('closed'));
  // a window that is a turn old goes without a word of its own
  await window.loadURL('data:text/html,x');
  return window;
};
const once = (act) => {
  let done = false;
  return (given) => {
    if (!done) act(given);
    done = true;
  };
};

/** Rows that end the app: what is heard until it is gone. */
export const ends = [
  {
    name: 'quit asks the app, then its windows',
    act: async (electron, say) => {
      await hear(electron, say);
      electron.app.quit();
    },
    answer: ['before-quit', 'close', 'closed', 'will-quit', 'quit 0'],
  },
  {
    name: 'exit asks nobody',
    act: async (electron, say) => {
      await hear(electron, say);
      electron.app.exit(4);
    },
    answer: ['closed', 'quit 4'],
  },
  {
    name: 'a window that stays keeps the app; the next quit asks again',
    act: async (electron, say) => {
      const refuse = once((given) => {
        given.preventDefault();
        setTimeout(() => electron.app.quit(), 50);
      });
      await hear(electron, say, { close: refuse });
      electron.app.quit();
    },
    answer: ['before-quit', 'close', 'before-quit', 'close', 'closed', 'will-quit', 'quit 0'],
  },
  {
    name: 'a quit that is refused at its beginning closes nothing',
    act: async (electron, say) => {
      const refuse = once((given) => {
        given.preventDefault();
        setTimeout(() => electron.app.exit(0), 50);
      });
      await hear(electron, say, { 'before-quit': refuse });
      electron.app.quit();
    },
    answer: ['before-quit', 'closed', 'quit 0'],
  },
  {
    name: 'the last window’s close is told, and quits nothing where somebody hears it',
    act: async (electron, say) => {
      const window = await hear(electron, say, { 'window-all-closed': () => setTimeout(() => electron.app.exit(0), 50) });
      window.close();
    },
    answer: ['close', 'closed', 'window-all-closed', 'quit 0'],
  },
  {
    name: 'two quits at once ask once',
    act: async (electron, say) => {
      await hear(electron, say);
      electron.app.quit();
      electron.app.quit();
    },
    answer: ['before-quit', 'close', 'closed', 'will-quit', 'quit 0'],
  },
];
