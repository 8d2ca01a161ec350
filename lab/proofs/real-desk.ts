import { rmSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '#scripts/browser.mjs';
import { startFarService, type FarService } from '#test/e2e/desk-fixtures.ts';
import { startHost, type RunningHost } from '#test/e2e/fixtures.ts';
import { startKeyring } from '#test/e2e/keyring.ts';

/** A window of the built app in Chromium. `far`: a service of its own behind a cable; null where the practice company is used. */
export interface ProofDesk<Far extends FarService | null> {
  page: Page;
  host: RunningHost;
  far: Far;
  /** When the app was started, on `performance`'s clock. */
  began: number;
}

/** Starts the app in a folder of its own with its practice company, and ends it after `work`. */
export function onPractice<Answer>(work: (desk: ProofDesk<null>) => Promise<Answer>): Promise<Answer> {
  return inWindow(null, {}, [], work);
}

/** The same with no account yet, and with a service of its own and the user's keychain. */
export async function onRealAccount<Answer>(work: (desk: ProofDesk<FarService>) => Promise<Answer>): Promise<Answer> {
  const [far, keyring] = [await startFarService(['--reads']), await startKeyring()];
  try {
    return await inWindow(far, keyring.env, ['--without-service'], work);
  } finally {
    await keyring.close();
    await far.close();
  }
}

async function inWindow<Far extends FarService | null, Answer>(
  far: Far,
  env: Record<string, string>,
  flags: string[],
  work: (desk: ProofDesk<Far>) => Promise<Answer>,
): Promise<Answer> {
  const browser = await chromium.launch({ ...findBrowser(), args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
  const began = performance.now();
  const host = await startHost({ flags, env });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
    await host.open(page);
    return await work({ page, host, far, began });
  } finally {
    await browser.close();
    await host.end();
    rmSync(host.dataFolder, { recursive: true, force: true });
  }
}
