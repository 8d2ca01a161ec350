// merge-feeds.mjs <feed> <other feed>: adds the other's files to the first and removes the other, when both are there. An updater takes the
// file that names its own architecture; two feeds of one name would leave one architecture without updates.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * One feed's text with the files of both. Feeds of different versions are refused.
 * @param {string} feed
 * @param {string} other
 */
export function mergeFeeds(feed, other) {
  const version = (text) => /^version: (.+)$/m.exec(text)?.[1];
  if (version(feed) === undefined || version(feed) !== version(other))
    throw new Error(`These feeds are of different versions: ${version(feed)} and ${version(other)}.`);
  const files = (text) => /^files:\n((?:[ ]+.*\n)+)/m.exec(text)?.[1] ?? '';
  // the signature was over one of them: sign-feed.mjs signs what came of both
  return feed.replace(files(feed), `${files(feed)}${files(other)}`).replace(/^signature: .*\n/m, '');
}

if (process.argv[1] === import.meta.filename) {
  const [first, second] = process.argv.slice(2);
  if (existsSync(first) && existsSync(second)) {
    writeFileSync(first, mergeFeeds(readFileSync(first, 'utf8'), readFileSync(second, 'utf8')));
    rmSync(second);
  }
}
