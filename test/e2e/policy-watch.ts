import { test as base, expect } from '@playwright/test';

/**
 * Every page of an end-to-end test with an ear for what its Content-Security-Policy refused. A test that provokes one takes it out of
 * `refusedByPolicy`; what is left at the end is a fault of the app.
 */
export const test = base.extend<{ refusedByPolicy: string[] }>({
  refusedByPolicy: async ({}, use) => {
    const refused: string[] = [];
    await use(refused);
    expect(refused).toEqual([]);
  },
  page: async ({ page, refusedByPolicy }, use) => {
    await page.exposeBinding('tellRefused', (_source, what: string) => refusedByPolicy.push(what));
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample, sourceFile, lineNumber }) => {
        const tell = Reflect.get(globalThis, 'tellRefused') as (what: string) => Promise<void>;
        void tell(`${effectiveDirective}: ${blockedURI} ${sample} (${sourceFile}:${lineNumber})`);
      });
    });
    await use(page);
  },
});
