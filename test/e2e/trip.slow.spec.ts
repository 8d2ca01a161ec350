import type { Browser, Page } from '@playwright/test';
import { expect, test, type FarService, type SystemBrowser } from './desk-fixtures.ts';
import { everyPage } from './every-page.ts';
import type { RunningHost } from './fixtures.ts';
import { isDrawn, picture, stop } from './guide.ts';
import { drawTheRest } from './guide-more.ts';
import { keyboardAlone, mouseAlone } from './hands.ts';
import { t } from '#shared/messages/t.ts';
import { formatDate } from '#shared/values/dates.ts';
import { formatsNow, inSentence, languages, type Language } from '#shared/values/language.ts';
import { amountEntryText } from '#shared/values/money.ts';
import { anyCount, anyText, begins, holds, speakLike } from './said.ts';
import {
  bringFiles,
  button,
  connect,
  connection,
  go,
  mark,
  packForTheTrip,
  recordWith,
  section,
  shownId,
  type SectionName,
  type Traveller,
} from './trip-steps.ts';
import { faultOf, witness, type Means } from './witness.ts';

// The acceptance story, from an empty account on the evening before to the last doubt settled; by mouse alone or by keyboard alone, on a computer of
// English, German or Swedish. Nobody types or pastes an identifier. The English mouse's walk is the guide's; each drawn walk is looked through by axe.

interface Walk {
  means: Means;
  language: Language;
  /** Its stops are looked through and drawn. */
  drawn: boolean;
}
const walks: Walk[] = [
  { means: 'mouse', language: 'en', drawn: true },
  { means: 'keyboard', language: 'en', drawn: false },
  { means: 'mouse', language: 'de', drawn: true },
  { means: 'keyboard', language: 'sv', drawn: true },
];

const travelled = '2026-03-12';
/** The date that the office gives an expense meanwhile. */
const changedThere = '2026-02-27';

test.use({ serviceFlags: ['--reads'], timezoneId: 'Europe/Lisbon' });
test.afterEach(() => speakLike('en'));

async function eveningBefore(trip: Traveller): Promise<void> {
  await bringFiles(trip);
  await packForTheTrip(trip);
  await trip.stop(
    '02-trip-pack',
    'The evening before',
    'Sixty expenses, the open invoices and twenty purchase invoices with their PDFs: ready to travel.',
  );
  await go(trip, 'documents', 'g d');
  await expect(trip.page.locator('canvas').first()).toBeVisible();
  await trip.stop('03-document', 'Documents travel along', 'A purchase invoice beside its facts, readable without a network.');
}

/** Opens the row at this place; the one after the last by the key for the next. */
async function openRow({ page, hands }: Traveller, list: SectionName, place: number): Promise<void> {
  const rows = page.getByRole('grid', { name: t(`frame.page.${list}`) }).getByRole('row');
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
  await go(trip, 'expenses', 'g e');
  await expect(
    page
      .getByRole('grid', { name: t('frame.page.expenses') })
      .getByRole('row')
      .nth(5),
  ).toBeVisible();
  await trip.stop('04-expenses', 'On the plane', 'The list works as at home; the dot at the bottom says that nothing is sent.');
  const expenses: string[] = [];
  for (let place = 0; place < 6; place += 1) {
    await openRow(trip, 'expenses', place);
    expenses.push(shownId(page));
    await hands.press(button(page, t('edits.button.edit')), 'e');
    if (place === 0)
      await trip.picture(
        '04b-edit',
        'Edited where it is read',
        'A click on a fact or E turns facts into fields; Ctrl+Enter records, Esc puts back.',
      );
    await recordWith(trip, [[t('records.field.date'), formatDate(travelled)]]);
  }
  await hands.press(button(page, t('edits.comment.title')), 'c');
  await recordWith(trip, [[t('records.field.comment'), 'Receipt is in the hotel folder.']]);
  await hands.press(page.getByRole('group', { name: t('parts.notice') }).getByRole('button', { name: t('notices.undo') }), 'Control+z');
  // Undone, it waits no more; the history keeps what was said.
  await expect(page.getByRole('region', { name: t('record.history') })).toContainText(t('activity.what.undone'));
  await hands.press(button(page, t('edits.comment.title')), 'c');
  await recordWith(trip, [[t('records.field.comment'), 'Receipt is with the travel desk.']]);
  await trip.stop(
    '05-expense',
    'Every change is saved at once',
    'What is recorded here and not sent yet stands in its place, with what the service has below it.',
  );
  await go(trip, 'vendors', 'g v');
  await openRow(trip, 'vendors', 0);
  const vendor = shownId(page);
  await hands.press(button(page, t('record.edit.section', { section: inSentence(t('record.group.contact')) })));
  await recordWith(trip, [[t('records.field.city'), 'Lisboa']]);
  await go(trip, 'invoices', 'g i');
  // The list is as it was left: open, in euro.
  await expect(page.getByRole('grid', { name: t('frame.page.invoices') })).toHaveAttribute('aria-rowcount', '14');
  const invoices: string[] = [];
  for (const place of [0, 1]) {
    await openRow(trip, 'invoices', place);
    invoices.push(shownId(page));
    await hands.press(button(page, t('edits.payment.title')), 'p');
    await hands.refer(
      page.getByRole('combobox', { name: t('records.field.receivedOnBankAccount') }),
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
      [t('records.field.paymentDate'), formatDate(travelled)],
      [`${t('records.field.amount')}, EUR`, amountEntryText(125_000n, 'EUR', formatsNow().locale)],
    ]);
  }
  return { expenses, vendor, invoices };
}

/** While the user is in the air, somebody at the office changes two of the expenses: one in another field, one in the same. */
async function officeMeanwhile(far: FarService, { expenses: [one, other] }: Worked): Promise<void> {
  await far.control('POST', '/sandbox/change', { kind: 'expense', id: one, fields: { originalCurrency: 'SEK' } });
  await far.control('POST', '/sandbox/change', { kind: 'expense', id: other, fields: { performedDate: changedThere } });
  await far.control('POST', '/sandbox/faults', { method: 'POST', path: '/payments', fault: { kind: 'dropAfter' } });
}

async function afterTheBatteryDied(trip: Traveller, host: RunningHost): Promise<void> {
  const { page, far } = trip;
  await host.end('SIGKILL');
  await host.start();
  await host.open(page);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await go(trip, 'outbox', 'g o');
  await expect(page.getByRole('tab', { name: holds(t('outbox.tab.waiting')) })).toContainText('7');
  await expect(page.getByRole('tab', { name: holds(t('outbox.tab.review')) })).toContainText('3');
  await trip.stop('06-outbox', 'The battery died; nothing is lost', 'After the restart every edit is where it was, and nothing was sent.');
  expect(await far.journal()).toEqual([]);
}

async function landing(trip: Traveller): Promise<void> {
  const { page, hands } = trip;
  await expect(connection(page, t('situations.online'))).toBeVisible();
  await expect(section(page, 'outbox', t('frame.count.needYou', { count: 1 }))).toBeVisible();
  await go(trip, 'outbox', 'g o');
  await hands.press(page.getByRole('tab', { name: begins(t('outbox.tab.review')) }), 'g r');
  await hands.press(button(page, begins(t('outbox.check'))), 'r');
  await expect(mark(page)).toContainText(holds(t('outbox.checked', { time: anyText })));
  await trip.stop(
    '07-review',
    'Review and send',
    'Nothing risky is sent automatically: old beside new, warnings, totals per currency, one button.',
  );
  await hands.press(button(page, begins(t('review.approve.send', { count: 3 }))), 'a');
  await expect(section(page, 'outbox', t('frame.count.inDoubt', { count: 1 }))).toBeVisible();
  await trip.picture(
    '08b-verdicts',
    'Verdicts, one by one',
    'The rows stay and turn into what became of them; what needs you moves to the top.',
  );
}

async function resolution(trip: Traveller): Promise<void> {
  const { page, hands, far } = trip;
  await go(trip, 'history', 'g h');
  await expect(mark(page)).toContainText(t('history.outcome.inDoubt', { count: 1 }));
  await trip.stop('09-report', 'The report', 'What happened to every single edit; every line is a link.');
  await go(trip, 'outbox', 'g o');
  await hands.press(page.getByRole('tab', { name: begins(t('outbox.tab.needsYou')) }), 'g f');
  await expect(page.getByRole('row', { name: begins(t('records.field.date')) })).toContainText(formatDate(changedThere));
  await trip.stop('10-conflict', 'A conflict costs no typing', 'Mine, theirs and what was, field by field.');
  await hands.press(page.getByRole('radio', { name: holds(t('conflicts.theirs.said')) }), '2');
  await hands.press(button(page, t('conflicts.save')), 'a');
  await expect(button(page, t('conflicts.save'))).toBeHidden();
  await hands.press(page.getByRole('tab', { name: begins(t('outbox.tab.inDoubt')) }), 'g u');
  await expect(mark(page)).toContainText(t('doubt.unknown'));
  await trip.stop(
    '11-in-doubt',
    'In doubt',
    'The answer got lost: what was sent, when, and what to look for. Sending again is locked for two minutes.',
  );
  const payments = (await far.journal()).filter((entry) => entry.operation === 'recordInvoicePayment' && entry.applied);
  expect(payments.length).toBeGreaterThanOrEqual(1);
  await hands.press(button(page, begins(t('doubt.answer.there'))), '1');
  await hands.press(button(page, t('doubt.there.yes')));
  await expect(page.getByText(t('outbox.empty.inDoubt.title'))).toBeVisible();
}

interface Surroundings {
  page: Page;
  far: FarService;
  host: RunningHost;
  systemBrowser: SystemBrowser;
  browser: Browser;
}

async function travel({ means, drawn }: Walk, { page, far, host, systemBrowser, browser }: Surroundings): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  const heard = await witness(page);
  await host.open(page);
  const hands = means === 'mouse' ? mouseAlone(page) : keyboardAlone(page);
  const trip: Traveller = { page, hands, far, stop: async () => undefined, picture: async () => undefined };
  if (drawn) Object.assign(trip, { stop: stop.bind(null, page), picture: picture.bind(null, page) });
  await connect(trip, { systemBrowser, browser });
  await eveningBefore(trip);
  await far.cable.pull();
  await expect(connection(page, t('situations.offline'))).toBeVisible();
  const worked = await onThePlane(trip);
  await officeMeanwhile(far, worked);
  await afterTheBatteryDied(trip, host);
  await far.cable.plug();
  await landing(trip);
  await resolution(trip);
  const creating = (await far.journal()).filter((entry) => entry.applied && entry.method === 'POST');
  expect(new Set(creating.map((entry) => entry.idempotencyKey)).size).toBe(creating.length);
  await go(trip, 'history', 'g h');
  await hands.press(page.locator('summary', { hasText: t('history.it') }).first());
  await expect(mark(page)).toContainText(holds(t('history.it.whole', { count: anyCount })));
  await trip.stop('12-activity', 'Everything is on record', 'Who did what, chained line by line.');
  expect(heard.length).toBeGreaterThan(200);
  expect(heard.flatMap((each) => faultOf(means, each) ?? [])).toEqual([]);
  if (!drawn) return;
  const { expenses, invoices, vendor } = worked;
  await everyPage(page, [`expenses/${expenses[0]}`, `invoices/${invoices[0]}`, `vendors/${vendor}`]);
  if (isDrawn) await drawTheRest(page, { expense: expenses[0] ?? '', vendor });
}

for (const walk of walks) {
  const { means, language } = walk;
  const english = new Intl.DisplayNames('en', { type: 'language' }).of(language);
  test.describe(() => {
    test.use({ locale: languages[language].tag });

    test(`the trip by ${means} alone, in ${english}: files in, pack, fly, land, review, send, and settle what is left`, async ({
      page,
      far,
      host,
      systemBrowser,
      browser,
    }) => {
      speakLike(language);
      await travel(walk, { page, far, host, systemBrowser, browser });
    });
  });
}
