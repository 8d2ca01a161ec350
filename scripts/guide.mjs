// `npm run guide`: walks the trip by mouse in the running app and makes docs/guide from what it saw, so that the guide never goes stale.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium as driver } from '@playwright/test';
import { findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { root } from './freshness.mjs';

const target = path.join(root, 'docs/guide');
const drawn = path.join(root, 'out/guide');

await build();
rmSync(drawn, { recursive: true, force: true });
const walked = spawnSync('npx', ['playwright', 'test', 'test/e2e/trip.slow.spec.ts', '-g', 'mouse alone, in English'], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, LAYOVER_GUIDE: drawn },
});
if (walked.status !== 0) {
  process.stderr.write('[guide] the trip did not come to its end; docs/guide stays as it was\n');
  process.exit(1);
}

const pictures = readFileSync(path.join(drawn, 'pictures.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .sort((a, b) => (a.name < b.name ? -1 : 1));
const chapters = pictures.map(({ name, title, message }) => `## ${title}\n\n${message}\n\n![${name}](${name}.webp)\n`);
const text = `# A trip with Layover, in pictures

Made by \`npm run guide\` from the end-to-end test of the trip (\`test/e2e/trip.slow.spec.ts\`); do not edit by hand. The real
window by \`npm run bench:shell -- --pictures\`:

![The real window, light](../pictures/window-light.png)

![The real window, dark](../pictures/window-dark.png)

${chapters.join('\n')}`;

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
// As WebP a picture has a third of its bytes: the repository keeps every one that was ever drawn.
const browser = await driver.launch({ ...findBrowser(), args: process.platform === 'linux' ? ['--no-sandbox', '--disable-gpu'] : [] });
const paper = await browser.newPage();
for (const { name } of pictures) {
  const png = readFileSync(path.join(drawn, `${name}.png`)).toString('base64');
  const webp = await paper.evaluate(async (source) => {
    const { Image, document } = globalThis;
    const picture = new Image();
    picture.src = `data:image/png;base64,${source}`;
    await picture.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height });
    canvas.getContext('2d').drawImage(picture, 0, 0);
    return canvas.toDataURL('image/webp', 0.6);
  }, png);
  writeFileSync(path.join(target, `${name}.webp`), Buffer.from(webp.split(',')[1], 'base64'));
}
await browser.close();
writeFileSync(path.join(target, 'README.md'), text);
process.stderr.write(`[guide] docs/guide: ${pictures.length} pictures\n`);
