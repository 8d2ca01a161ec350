import { afterEach, expect, test } from 'vitest';
import type { Switches } from '#service/domain/switches.ts';
import { eventually, startDesk, type TestDesk } from './desk.ts';
import { fullTest } from '#test/full-test.ts';

// Operation 8's one parameter, whose name and default the specification does not show.

let desk: TestDesk;
afterEach(async () => {
  await desk.close();
});

/** An app on a service that gives renditions so; answers the ids of two purchase invoices. */
async function begin(switches: Partial<Switches>): Promise<string[]> {
  desk = await startDesk({ service: { switches } });
  return (await desk.api.documents.list({ after: null, limit: 2 })).rows.map(({ recordId }) => recordId);
}
const name = (value: string) => desk.api.accounts.setCapability({ name: 'documentParameter', value });
const fetched = async (recordId = '') => {
  const { state, variant } = await desk.api.documents.fetch({ recordId, variant: null });
  return [state, variant];
};
const refusal = (recordId = '') => desk.api.documents.fetch({ recordId, variant: null }).catch((error: unknown) => error);

test('a service without a default gives the document once its parameter is named in Settings, in the window and in packs', async () => {
  const [one, two] = await begin({ documentDefault: null });
  expect(await refusal(one)).toMatchObject({ code: 'UNREACHABLE' });
  await name('variant');
  expect(await fetched(one)).toEqual(['here', 'ORIGINAL']);
  const pack = await desk.api.library.createPack({ name: 'Oslo' });
  await desk.api.library.addToPack({ id: pack.id, kind: 'invoicePayable', ids: [two ?? ''] });
  await desk.api.library.runPack({ id: pack.id, paused: false });
  await eventually(
    () => desk.api.library.pack({ id: pack.id }),
    ({ verdict }) => verdict === 'readyToTravel',
  );
  expect(await desk.api.documents.get({ recordId: two ?? '' })).toMatchObject({ state: 'here', variant: 'ORIGINAL' });
});

fullTest('the name is found out on such a service too', async () => {
  const [one = ''] = await begin({ documentDefault: null });
  expect(await desk.api.accounts.learnDocumentParameter({ recordId: one })).toMatchObject({ name: 'variant' });
  expect(await fetched(one)).toEqual(['here', 'ORIGINAL']);
});

fullTest('no rendition is claimed where none was asked for, nor where the service ignores the name', async () => {
  const [one, two] = await begin({ documentDefault: 'GENERATED' });
  const explicit = await desk.api.documents.fetch({ recordId: one ?? '', variant: 'ORIGINAL' });
  expect(explicit).toMatchObject({ state: 'here', variant: null });
  await name('rendition');
  expect(await fetched(two)).toEqual(['here', null]);
  const wrong = await desk.api.documents.fetch({ recordId: two ?? '', variant: 'ORIGINAL' });
  expect(wrong).toMatchObject({ state: 'here', variant: null });
  await name('variant');
  expect(await fetched(two)).toEqual(['here', 'ORIGINAL']);
  expect(await desk.api.documents.fetch({ recordId: two ?? '', variant: 'GENERATED' })).toMatchObject({ variant: 'GENERATED' });
});
