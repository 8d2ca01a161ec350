import { cdp, page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { FakeApp } from './fake-app.ts';
import { scenario } from './scenarios.ts';
import { openWindow, press } from './window.ts';

/** A node of the tree that a screen reader is given. */
interface AxNode {
  nodeId: string;
  childIds?: string[];
  role?: { value?: unknown };
  name?: { value?: unknown };
}

// The names and texts of a screen reader at the steps of a trip, in reading order. A snapshot holds the required ones only.

test('Today is a sentence, and each row leads with its number', async () => {
  await openWindow(scenario('working'), 'today');
  await expect.element(page.getByRole('main')).toMatchAriaInlineSnapshot(`
    - main:
      - heading "Today" [level=1]
      - paragraph: 3 to review, 3 need you, 1 in doubt, 6 queued
      - list "What is under way":
        - listitem:
          - link "1 In doubt SE01-2026-00002: No answer came after 90 s. Decide"
        - listitem
        - listitem
        - listitem:
          - link "3 To review 1 payment, 1 vendor update, 1 vendor update with bank details 1,250.00 SEK Review"
  `);
  await expect.element(page.getByRole('region', { name: 'Getting started' })).toMatchAriaInlineSnapshot(`
    - region "Getting started":
      - heading "Getting started" [level=2]
      - list:
        - listitem: "Done: Sign in Nordlicht Handel"
  `);
});

test('a row of a list says once what it is, and what each of its days and references is', async () => {
  await openWindow(new FakeApp(), 'invoices');
  await expect.element(page.getByRole('row', { name: /SE01-2026-00129/ })).toMatchAriaInlineSnapshot(`
    - row "Select Customer c21eca6f SE01-2026-00129 6 Nov 2026 Due 21 Dec 2026 Open Still open 11,342.50 EUR 11,342.50 EUR Menu":
      - gridcell "Select":
        - checkbox "Select SE01-2026-00129"
      - gridcell
      - gridcell "Customer c21eca6f"
      - gridcell "SE01-2026-00129"
      - gridcell "6 Nov 2026"
      - gridcell "Due 21 Dec 2026"
      - gridcell
      - gridcell "Open"
      - gridcell "Still open 11,342.50 EUR"
      - gridcell "11,342.50 EUR"
      - gridcell "Menu":
        - button "Options for SE01-2026-00129"
  `);
});

test('a list is a table: heads that say how it is sorted belong to it, and each row knows its place', async () => {
  const app = new FakeApp();
  await openWindow(app, 'invoices');
  // The window is in a frame of the tool that runs the tests.
  const { frameTree } = (await cdp().send('Page.getFrameTree')) as { frameTree: { childFrames?: { frame: { id: string } }[] } };
  const frameId = frameTree.childFrames?.[0]?.frame.id ?? '';
  const { nodes } = (await cdp().send('Accessibility.getFullAXTree', { frameId })) as { nodes: AxNode[] };
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const under = (node: AxNode | undefined, ...roles: string[]): AxNode[] =>
    (node?.childIds ?? [])
      .map((id) => byId.get(id))
      .flatMap((child) => (roles.includes(String(child?.role?.value)) ? [child] : under(child, ...roles)))
      .filter((child) => child !== undefined);
  const grid = nodes.find(({ role }) => role?.value === 'grid');
  const [heads, first] = under(grid, 'row');
  expect(under(heads, 'columnheader').map(({ name }) => name?.value)).toEqual([
    'Select',
    'Edits',
    'Customer',
    'Number',
    'Date',
    'Due',
    'Overdue by',
    'Status',
    'Still open',
    'Total',
    'Menu',
  ]);
  expect(under(first, 'gridcell')).toHaveLength(11);
  expect(first?.name?.value).toMatch(/SE01-/);
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await expect.element(head('Date')).toHaveAttribute('aria-sort', 'descending');
  await expect.element(head('Total')).toHaveAttribute('aria-sort', 'none');
  await expect.element(head('Customer')).not.toHaveAttribute('aria-sort');
  const table = page.getByRole('grid', { name: 'Invoices' });
  await expect.element(table).toHaveAttribute('aria-rowcount', String(app.rowsOf('invoiceReceivable').length + 1));
  await expect
    .element(page.getByRole('row', { name: /SE01-2026-00129/ }))
    .toHaveAttribute('aria-rowindex', expect.stringMatching(/^[2-9]|\d\d/));
  await expect.element(page.getByRole('button', { name: 'Options for SE01-2026-00129' })).toBeInTheDocument();
});

test('a payment says what is asked, what is suggested and what happens to it', async () => {
  const app = new FakeApp();
  const invoice = app.record('invoiceReceivable', 3);
  invoice.service['state'] = 'OPEN';
  await openWindow(app, `invoices/${invoice.id}`);
  await expect.element(page.getByRole('article').getByRole('button', { name: 'Record payment' })).toBeVisible();
  await press('p');
  const form = page.getByRole('dialog', { name: 'Record payment' });
  await expect.element(form.getByRole('textbox', { name: 'Amount, EUR' })).toHaveAccessibleDescription(/All that’s open/);
  await expect.element(form.getByRole('textbox', { name: 'Payment date' })).toHaveAccessibleDescription(/^Today/);
  await expect.element(form.getByRole('button', { name: 'Open 6,870.08 EUR' })).toBeVisible();
  await expect.element(form).toMatchTextContent(/It’s sent only after you approve it\./);
});

test('the review names the change of each field and the edits to be sent', async () => {
  await openWindow(scenario('working'), 'outbox?tab=review');
  const payments = page.getByRole('region', { name: 'Payments' });
  await expect.element(payments).toMatchAriaInlineSnapshot(`
    - region "Payments":
      - checkbox "Choose all of Payments" [checked]
      - heading "Payments" [level=2]
      - text: "1"
      - paragraph: Sent last, one at a time.
      - list:
        - listitem:
          - checkbox "Send Record payment: SE01-2026-00001" [checked]
          - button "37e1b637 SE01-2026-00001 Payment date 11 Mar 2026 After this 13,298.80 SEK still open 1,250.00 SEK":
            - strong: 37e1b637
            - text: SE01-2026-00001 Payment date 11 Mar 2026 After this 13,298.80 SEK still open 1,250.00 SEK
          - button "Options for Record payment: SE01-2026-00001"
  `);
  await expect
    .element(page.getByRole('button', { name: /^Al Sahel/ }))
    .toHaveAccessibleName(/Update vendor City was Salmiya becomes Lisboa Address was Harbour Street 52 becomes Rua do Ouro 41$/);
  await expect.element(page.getByRole('group', { name: 'What will be sent' })).toMatchAriaInlineSnapshot(`
    - group "What will be sent":
      - paragraph:
        - strong: 2 of 3
        - text: 1 payment
      - paragraph: 1,250.00 SEK
  `);
});

test('an edit that needs the user has its state, record, change and reason', async () => {
  await openWindow(scenario('working'), 'outbox?tab=needsYou');
  await expect
    .element(page.getByRole('row', { name: /^Rejected/ }))
    .toHaveAccessibleName(/^Rejected Phone roaming Update expense performedDate must not be in the future/);
  await expect
    .element(page.getByRole('row', { name: /^Conflict/ }))
    .toHaveAccessibleName(/^Conflict Conference fee Update expense The service has a new value in one field that you changed too\./);
});

test('a doubt says what is not known, what to look for, and four answers with their consequences', async () => {
  await openWindow(scenario('working'), 'outbox?tab=inDoubt');
  await expect.element(page.getByRole('article')).toMatchAriaInlineSnapshot(`
    - article:
      - text: In doubt
      - heading "840.50 EUR" [level=2]
      - paragraph: Sent, and no clear answer came. We do not know whether it is recorded. Layover never sends it again unless you decide so.
      - heading "What to look for" [level=3]
      - group "What did you find?":
        - button "It is there Marked as recorded (your confirmation)"
        - button "It is not there, send again You are asked once more before it is sent"
        - button "It is not there, leave it Closed as not recorded (your confirmation)"
        - button "Decide later It stays here; the rest goes on"
  `);
});
