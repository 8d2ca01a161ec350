import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { PdfReader } from '#renderer/parts/files/pdf-reader.svelte.ts';
import { scenario } from './scenarios.ts';
import { openWindow, press, violations } from './window.ts';
import { fullTest } from '#test/full-test.ts';

test('a document shows its extracted facts, marked as read from it; a user’s name replaces its own everywhere', async () => {
  const app = scenario('working');
  const { id } = app.record('invoicePayable');
  await app.api.documents.fetch({ recordId: id, variant: null });
  const reading = {
    pages: 2,
    title: 'Frame agreement catering',
    number: '2026-4471',
    due: '2026-11-30',
    totalMinor: 482_000n,
    currency: 'EUR',
  };
  Object.assign(await app.api.documents.get({ recordId: id }), { reading });
  await openWindow(app, `documents/${id}`);
  const article = page.getByRole('article', { name: 'Frame agreement catering' });
  await expect
    .element(article)
    .toMatchTextContent(/As read from the document: 2 pages, number 2026-4471, due 30 Nov 2026, total 4,820\.00 EUR/);
  await expect.element(page.getByText(/Only PDFs are available/)).toBeVisible();
  await article.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Name this document…' }).click();
  expect(await violations()).toEqual([]);
  await userEvent.fill(page.getByRole('dialog').getByRole('textbox'), 'Catering, board meeting');
  await press('Enter');
  await expect.element(page.getByRole('heading', { level: 2, name: 'Catering, board meeting' })).toBeVisible();
  await expect.element(page.getByRole('navigation', { name: 'Documents' })).toMatchTextContent('Catering, board meeting');
});

test('the head counts the documents and what is not here; offline, what needs a network says so and cannot be pressed', async () => {
  const app = scenario('offline');
  app.documentsHere = 1;
  const all = app.records.filter(({ kind }) => kind === 'invoicePayable').length;
  await openWindow(app, 'documents');
  await expect.element(page.getByText(`${all} · ${all - 1} not here`)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Fetch', exact: true })).toBeDisabled();
  await expect.element(page.getByText('needs a network')).toBeVisible();
  location.hash = '#/outbox?tab=review';
  await expect.element(page.getByRole('button', { name: 'Check against the service' })).toBeDisabled();
});

/** A page that says so much and no more. */
const smallPdf = () =>
  new TextEncoder().encode(`%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] >> endobj
trailer << /Root 1 0 R >>
`);

fullTest('a document that is replaced while the reader’s scripts load is shown in its newer version', async () => {
  const reader = new PdfReader();
  const overtaken = reader.open(smallPdf());
  const closed = reader.close();
  await reader.open(smallPdf());
  await Promise.all([overtaken, closed]);
  expect([reader.pages, reader.failed]).toEqual([1, false]);
  await reader.close();
});
