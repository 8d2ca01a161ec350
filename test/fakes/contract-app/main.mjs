// Asks a real Electron every row of one part of the contract, and notes each answer as a line of a file. argv: that file, then `all`,
// `permissions` or the name of a row that ends the app.
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import * as electron from 'electron';
import { ends } from './endings.mjs';
import { askedPermissions } from './permissions.mjs';
import { answerOf, early, ready } from './questions.mjs';

const at = process.argv.findIndex((word) => word.startsWith('--answers='));
const file = process.argv[at].slice('--answers='.length);
const name = process.argv[at + 1];
const say = (line) => appendFileSync(file, `${JSON.stringify(line)}\n`);
const { app } = electron;

const ending = ends.find((row) => row.name === name);
if (ending) void app.whenReady().then(() => ending.act(electron, say));
else if (name === 'permissions')
  void app.whenReady().then(async () => {
    say(await askedPermissions(electron, path.join(import.meta.dirname, 'page.html')));
    app.exit(0);
  });
else {
  app.on('window-all-closed', () => undefined);
  for (const row of early) say([row.name, await answerOf(row, electron)]);
  void app.whenReady().then(async () => {
    for (const row of ready) say([row.name, await answerOf(row, electron)]);
    app.exit(0);
  });
}
