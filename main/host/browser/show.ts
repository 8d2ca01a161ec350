import type { HostFlags } from '#main/host/flags.ts';
import { openInSystemBrowser } from '#main/host/open-external.ts';
import { openPrivately } from '#main/host/redirect-file.ts';

/** One line for the user who started the program. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Opens the one-time address; prints it only where it is to be opened by hand. */
export async function show(url: string, flags: HostFlags): Promise<void> {
  if (flags.open) {
    try {
      await openPrivately(url, flags.dataFolder, openInSystemBrowser);
      say(`Layover is opening in your browser, at ${new URL(url).origin}.`);
      return;
    } catch {
      say('No browser could be opened. Next: open the address below yourself; it works once, for a minute.');
    }
  }
  say(`Layover: ${url}`);
}
