import type { Browser, Page } from '@playwright/test';
import { expect, test, type FarService, type SystemBrowser } from './desk-fixtures.ts';
import { everyPage } from './every-page.ts';
import type { RunningHost } from './fixtures.ts';
import { isDrawn, picture, stop } from './guide.ts';
import { drawTheRest } from './guide-more.ts';
import { keyboardAlone, mouseAlone } from './hands.ts';
import { bringFiles, button, connect, go, mark, packForTheTrip, recordWith, shownId, type Traveller } from './trip-steps.ts';
import { faultOf, witness, type Means } from './witness.ts';

// The acceptance story, from an empty account on the evening before to the last doubt settled; once by mouse alone, once by keyboard alone. Nobody
// types or pastes an identifier. The mouse's walk is the guide's: each stop is looked through by axe.

test.use({ serviceFlags: ['--reads'], locale: 'en-GB', timezoneId: 'Europe/Lisbon' });

async function eveningBefore(trip: Traveller): Promise<void> {
  await bringFiles(trip);
  await packForTheTrip(trip);
  await trip.stop(
    '02-trip-pack',
    'The evening before',
    'Sixty expenses, the open invoices and twenty purchase invoices with their PDFs: ready to travel.',
  );
  await go(trip, /^Documents/, 'g d');
  await expect(trip.page.locator('canvas').first()).toBeVisible();
  await trip.stop('03-document', 'Documents travel along', 'A purchase invoice beside its facts, readable without a network.');
}

/** Opens the row at this place; the one after the last by the key for the next. */
async function openRow({ page, hands }: Traveller, list: string, place: number): Promise<void> {
  const rows = page.getByRole('grid', { name: list }).getByRole('row');
  if (hands.means === 'mouse') await rows.nth(place).getByRole('gridcell').nth(2).click();
  else if (place === 0) {
    await hands.press(rows.first(), 'j');
    await page.keyboard.press('Enter');
  } else await hands.press(rows.first(), 'j');
  await expect(rows.nth(place).locator('.opened')).toBeAttached();
}

/** The trip's expenses, vendor and invoices by id; a colleague changes two of the expenses meanwhile. */
interface Worked {
  expenses: string[];
  vendor: string;
  invoices: string[];
}

async function onThePlane(trip: Traveller): Promise<Worked> {
  const { page, hands } = trip;
  await go(trip, /^Expenses/, 'g e');
  await expect(page.getByRole('grid', { name: 'Expenses' }).getByRole('row').nth(5)).toBeVisible();
  await trip.stop('04-expenses', 'On the plane', 'The list works as at home; the dot at the bottom says that nothing is sent.');
  const expenses: string[] = [];
  for (let place = 0; place < 6; place += 1) {
    await openRow(trip, 'Expenses', place);
    expenses.push(shownId(page));
    await hands.press(button(page, 'Edit'), 'e');
    if (place === 0)
      await trip.picture(
        '04b-edit',
        'Edited where it is read',
        'A click on a fact or E turns facts into fields; Ctrl+Enter records, Esc puts back.',
      );
    await recordWith(trip, [['Date', '12 Mar 2026']]);
  }
  await hands.press(button(page, 'Comment'), 'c');
  await recordWith(trip, [['Comment', 'Receipt is in the hotel folder.']]);
  await hands.press(page.getByRole('group', { name: 'Notice' }).getByRole('button', { name: 'Undo' }), 'Control+z');
  // Undone, it waits no more; the history keeps what was said.
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Undone');
  await hands.press(button(page, 'Comment'), 'c');
  await recordWith(trip, [['Comment', 'Receipt is with the travel desk.']]);
  await trip.stop(
    '05-expense',
    'Every change is saved at once',
    'What is recorded here and not sent yet stands in its place, with what the service has below it.',
  );
  await go(trip, /^Vendors/, 'g v');
  await openRow(trip, 'Vendors', 0);
  const vendor = shownId(page);
  await hands.press(button(page, 'Edit contact'));
  await recordWith(trip, [['City', 'Lisboa']]);
  await go(trip, /^Invoices/, 'g i');
  // The list is as it was left: open, in euro.
  await expect(page.getByRole('grid', { name: 'Invoices' })).toHaveAttribute('aria-rowcount', '14');
  const invoices: string[] = [];
  for (const place of [0, 1]) {
    await openRow(trip, 'Invoices', place);
    invoices.push(shownId(page));
    await hands.press(button(page, 'Record payment'), 'p');
    await hands.refer(
      page.getByRole('combobox', { name: 'Received on bank account' }),
      'euro',
      page.getByRole('option', { name: /^EUR-1/ }),
    );
    if (place === 0)
      await trip.picture(
        '05b-payment',
        'A payment beside its invoice',
        'The open amount is one press away, the account is found by its name, and what looks wrong is said while you type.',
      );
    await recordWith(trip, [
      ['Payment date', '12 Mar 2026'],
      ['Amount, EUR', '1,250.00'],
    ]);
  }
  return { expenses, vendor, invoices };
}

/** While the user is in the air, somebody at the office changes two of the expenses: one in another field, one in the same. */
async function officeMeanwhile(far: FarService, { expenses: [one, other] }: Worked): Promise<void> {
  await far.control('POST', '/sandbox/change', { kind: 'expense', id: one, fields: { originalCurrency: 'SEK' } });
  await far.control('POST', '/sandbox/change', { kind: 'expense', id: other, fields: { performedDate: '2026-02-27' } });
  await far.control('POST', '/sandbox/faults', { method: 'POST', path: '/payments', fault: { kind: 'dropAfter' } });
}

async function afterTheBatteryDied(trip: Traveller, host: RunningHost): Promise<void> {
  const { page, far } = trip;
  await host.end('SIGKILL');
  await host.start();
  await host.open(page);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await go(trip, /^Outbox/, 'g o');
  await expect(page.getByRole('tab', { name: /Queued/ })).toContainText('7');
  await expect(page.getByRole('tab', { name: /To review/ })).toContainText('3');
  await trip.stop('06-outbox', 'The battery died; nothing is lost', 'After the restart every edit is where it was, and nothing was sent.');
  expect(await far.journal()).toEqual([]);
}

async function landing(trip: Traveller): Promise<void> {
  const { page, hands } = trip;
  await expect(button(page, /^Connection: Online/)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Outbox.*1 needs you/ })).toBeVisible();
  await go(trip, /^Outbox/, 'g o');
  await hands.press(page.getByRole('tab', { name: /^To review/ }), 'g r');
  await hands.press(button(page, /^Check against the service/), 'r');
  await expect(mark(page)).toContainText('Checked against the service');
  await trip.stop(
    '07-review',
    'Review and send',
    'Nothing risky is sent automatically: old beside new, warnings, totals per currency, one button.',
  );
  await hands.press(button(page, /^Approve and send 3/), 'a');
  await expect(page.getByRole('link', { name: /^Outbox.*1 in doubt/ })).toBeVisible();
  await trip.picture(
    '08b-verdicts',
    'Verdicts, one by one',
    'The rows stay and turn into what became of them; what needs you moves to the top.',
  );
}

async function resolution(trip: Traveller): Promise<void> {
  const { page, hands, far } = trip;
  await go(trip, /^History/, 'g h');
  await expect(mark(page)).toContainText('1 in doubt');
  await trip.stop('09-report', 'The report', 'What happened to every single edit; every line is a link.');
  await go(trip, /^Outbox/, 'g o');
  await hands.press(page.getByRole('tab', { name: /^Needs you/ }), 'g f');
  await expect(page.getByRole('row', { name: /Date/ })).toContainText('27 Feb 2026');
  await trip.stop('10-conflict', 'A conflict costs no typing', 'Mine, theirs and what was, field by field.');
  await hands.press(page.getByRole('radio', { name: /theirs/ }), '2');
  await hands.press(button(page, 'Save choice'), 'a');
  await expect(button(page, 'Save choice')).toBeHidden();
  await hands.press(page.getByRole('tab', { name: /^In doubt/ }), 'g u');
  await expect(mark(page)).toContainText('We do not know whether it is recorded');
  await trip.stop(
    '11-in-doubt',
    'In doubt',
    'The answer got lost: what was sent, when, and what to look for. Sending again is locked for two minutes.',
  );
  const payments = (await far.journal()).filter((entry) => entry.operation === 'recordInvoicePayment' && entry.applied);
  expect(payments.length).toBeGreaterThanOrEqual(1);
  await hands.press(button(page, /^It is there/), '1');
  await hands.press(button(page, 'I looked, it is there'));
  await expect(page.getByText('Nothing is in doubt')).toBeVisible();
}

interface Surroundings {
  page: Page;
  far: FarService;
  host: RunningHost;
  systemBrowser: SystemBrowser;
  browser: Browser;
}

async function travel(means: Means, { page, far, host, systemBrowser, browser }: Surroundings): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  const heard = await witness(page);
  await host.open(page);
  const hands = means === 'mouse' ? mouseAlone(page) : keyboardAlone(page);
  const trip: Traveller = { page, hands, far, stop: async () => undefined, picture: async () => undefined };
  if (means === 'mouse') Object.assign(trip, { stop: stop.bind(null, page), picture: picture.bind(null, page) });
  await connect(trip, { systemBrowser, browser });
  await eveningBefore(trip);
  await far.cable.pull();
  await expect(button(page, /^Connection: Offline/)).toBeVisible();
  const worked = await onThePlane(trip);
  await officeMeanwhile(far, worked);
  await afterTheBatteryDied(trip, host);
  await far.cable.plug();
  await landing(trip);
  await resolution(trip);
  const creating = (await far.journal()).filter((entry) => entry.applied && entry.method === 'POST');
  expect(new Set(creating.map((entry) => entry.idempotencyKey)).size).toBe(creating.length);
  await go(trip, /^History/, 'g h');
  await hands.press(page.locator('summary', { hasText: 'Details for IT' }).first());
  await expect(mark(page)).toContainText('the chain is whole');
  await trip.stop('12-activity', 'Everything is on record', 'Who did what, chained line by line.');
  expect(heard.length).toBeGreaterThan(200);
  expect(heard.flatMap((each) => faultOf(means, each) ?? [])).toEqual([]);
  if (means === 'keyboard') return;
  const { expenses, invoices, vendor } = worked;
  await everyPage(page, [`expenses/${expenses[0]}`, `invoices/${invoices[0]}`, `vendors/${vendor}`]);
  if (isDrawn) await drawTheRest(page, { expense: expenses[0] ?? '', vendor });
}

for (const means of ['mouse', 'keyboard'] as const)
  test(`the trip by ${means} alone: files in, pack, fly, land, review, send, and settle what is left`, async ({
    page,
    far,
    host,
    systemBrowser,
    browser,
  }) => {
    await travel(means, { page, far, host, systemBrowser, browser });
  });
