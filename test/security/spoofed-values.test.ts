import { afterEach, beforeEach, expect, test } from 'vitest';
import { putRecord, recordOf } from '#main/records/records.ts';
import { movedBankFields } from '#main/outbox/merge/three-way.ts';
import { importFacts } from '#test/library/import-facts.ts';
import { readingHere } from '#test/reading.ts';
import { recordEdit } from '#main/edits/record/record-edit.ts';
import { reviewBatch } from '#main/edits/review/review.ts';
import { editRowsOf } from '#main/edits/view.ts';
import { editById } from '#main/outbox/outbox.ts';
import { fieldWarning } from '#renderer/pages/edit-form/fields/field-warning.ts';
import { readEntry } from '#renderer/pages/edit-form/entry.ts';
import { wordsOfFileProblem } from '#shared/messages/files/file-problem-words.ts';
import { wordsOf } from '#renderer/parts/values/value-words.ts';
import { changeLine, changeWords } from '#shared/messages/change-words.ts';
import type { ReviewWarning } from '#shared/contract/views/views.ts';
import { editKind } from '#shared/edits/edit-kinds.ts';
import { vendorForm } from '#shared/edits/update-vendor/form.ts';
import type { JsonObject } from '#shared/json/json.ts';
import { sentenceOfWarning } from '#shared/messages/situation-words.ts';
import { spoofedNames, spoofedNumbers, type Spoofed } from '#test/spoofed.ts';
import { createDesk, type Desk } from '#test/sync/desk.ts';

// Account numbers and names that are drawn as others: 250 of each, through the form, an import, what the service sent, and the review.

let at: Desk;
let vendor: string;
beforeEach(() => {
  at = createDesk();
  vendor = at.company.vendors[0] ?? '';
  at.know('vendor', vendor);
});
afterEach(() => at.store.close());

const codeOf = ({ character }: Spoofed) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
const fieldOf = ({ field }: Spoofed) => vendorForm.find(({ path: [name] }) => name === field)!;
/** Reads a shown text, with its marks replaced by the characters that they name. */
const read = (shown: string) =>
  shown.replaceAll(/\[U\+([0-9A-F]+)\]/g, (_mark, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
const drawsNothing = /[\p{Cf}\p{Cc}\u2028\u2029\u3164\u034F\uFE0F]/u;

/** The ones that fail. */
function except(all: readonly Spoofed[], holds: (one: Spoofed) => boolean): string[] {
  return all.filter((one) => !holds(one)).map(({ field, text }) => `${field} ${JSON.stringify(text)}`);
}
function sayings(): string[] {
  const { groups } = reviewBatch(at.store, null);
  return groups.flatMap(({ warnings }) => warnings).map((one: ReviewWarning) => sentenceOfWarning(one, 'en'));
}
function heard(fields: JsonObject): void {
  const known = recordOf(at.store, { kind: 'vendor', id: vendor });
  if (!known) throw new Error('not known');
  putRecord(at.store, {
    ref: { kind: 'vendor', id: vendor },
    value: { ...known.value, ...fields },
    provenance: 'read',
    complete: true,
    asOf: at.store.world.now(),
  });
}
function record(body: JsonObject) {
  return recordEdit(at.store, { kind: 'updateVendor', recordKind: 'vendor', recordId: vendor, body }, {});
}

test('there are 500, of each field and each sort', () => {
  expect([spoofedNumbers.length, spoofedNames.length]).toEqual([250, 250]);
  expect(new Set(spoofedNumbers.map(({ field }) => field)).size).toBe(5);
  expect([...spoofedNumbers, ...spoofedNames].every(({ real, text }) => real !== text)).toBe(true);
});

test('the form refuses each number at its field by the character, and points each name out', () => {
  const context = { currency: null, locale: 'en' };
  expect(
    except(spoofedNumbers, (one) => {
      const entry = readEntry(fieldOf(one), one.text, context);
      return entry.kind === 'invalid' && entry.why.includes(codeOf(one));
    }),
  ).toEqual([]);
  expect(except(spoofedNames, (one) => fieldWarning(fieldOf(one), one.text)?.includes('(U+') ?? false)).toEqual([]);
});

test('the core records none of the numbers, and says the field and the character', () => {
  const refused = except(spoofedNumbers, (one) => {
    const answer = record({ [one.field]: one.text });
    return (
      !answer.ok &&
      answer.issues.length === 1 &&
      answer.issues[0]?.path.join() === one.field &&
      answer.issues[0].message.includes(codeOf(one))
    );
  });
  expect(refused).toEqual([]);
});

test('an import refuses each number by line and field, and nothing of the file is taken', async () => {
  const facts = { ...importFacts, name: 'vendors.json', kind: 'vendor' } as const;
  const value = recordOf(at.store, { kind: 'vendor', id: vendor })?.value ?? {};
  const silent: string[] = [];
  for (const one of spoofedNumbers) {
    const content = JSON.stringify([{ vendorId: vendor, name: value['name'], [one.field]: one.text }]);
    const answer = await readingHere.read('importFile', content, facts);
    const [portion, another] = answer.ok ? answer.portions : [];
    const said = portion?.part === 'refused' && !another ? portion.problems.map(wordsOfFileProblem).join(' ') : '';
    if (!said.includes(one.field) || !said.includes(codeOf(one))) silent.push(`${one.field} ${JSON.stringify(one.text)}`);
  }
  expect(silent).toEqual([]);
});

test('a number that the service sent is another one, shown with its character, and said before the record is sent back', () => {
  const kind = editKind('updateVendor')!;
  expect(record({ city: 'Porto' }).ok).toBe(true);
  const silent = except(spoofedNumbers, (one) => {
    const [before, now] = [{ [one.field]: one.real }, { [one.field]: one.text }];
    heard(now);
    const said = sayings().filter((each) => each.includes('as the service has it'));
    heard({ [one.field]: one.real });
    const moved = movedBankFields(kind, { [one.field]: one.real }, before, now);
    const shown =
      changeWords({
        kind: 'updateVendor',
        body: {},
        changes: [{ path: [one.field], base: one.text, mine: '' }],
        amountMinor: null,
        currency: null,
      })[0]?.old ?? '';
    return (
      said.length === 1 && said[0]!.includes(codeOf(one)) && moved.length === 1 && !drawsNothing.test(shown) && read(shown) === one.text
    );
  });
  expect(silent).toEqual([]);
  expect(sayings().filter((each) => each.includes('as the service has it'))).toEqual([]);
});

test('a name is sent as it was typed, shown as it is sent, and pointed out in the review', () => {
  const silent = except(spoofedNames, (one) => {
    const answer = record({ name: one.text });
    if (!answer.ok) return false;
    const [edit] = editRowsOf(at.store, [editById(at.store, answer.id)!]);
    const said = sayings().filter((each) => each.startsWith('Name: It ') && each.includes('(U+'));
    const shown = [wordsOf(one.text, 'text', null, 'en').text, changeWords(edit!)[0]?.now ?? ''];
    const line = changeLine(edit!).replaceAll(/[\u2068\u2069]/g, '');
    return (
      edit?.body?.['name'] === one.text &&
      said.length === 1 &&
      shown.every((each) => !drawsNothing.test(each) && read(each) === one.text) &&
      !drawsNothing.test(line)
    );
  });
  expect(silent).toEqual([]);
});

test('a name that the service sent is shown with its character, or pointed out, where an edit of its record is approved', () => {
  expect(record({ bankName: 'Sparkasse' }).ok).toBe(true);
  const silent = except(spoofedNames, (one) => {
    heard({ name: one.text });
    const { groups } = reviewBatch(at.store, null);
    const title = groups[0]?.rows[0]?.first?.recordTitle ?? '';
    return (
      !drawsNothing.test(title) &&
      read(title) === one.text &&
      (title !== one.text || sayings().some((each) => each.startsWith('The name “') && each.includes('(U+')))
    );
  });
  expect(silent).toEqual([]);
});
