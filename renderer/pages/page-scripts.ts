import type { Component } from 'svelte';
import { readAllMessages } from '#renderer/state/language.svelte.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import Today from './today/Today.svelte';

const list = () => import('./ListPage.svelte');

/** The script of each page, by its name in the address. A page reads its id and query from the router. A window begins with Today. */
export const pageScripts: Record<string, () => Promise<{ default: Component }>> = {
  today: () => Promise.resolve({ default: Today }),
  expenses: list,
  invoices: list,
  'bank-lines': () => import('./bank-lines/BankLines.svelte'),
  'card-transactions': list,
  vendors: list,
  outbox: () => import('./outbox/Outbox.svelte'),
  help: () => import('./help/Help.svelte'),
  history: () => import('./history/History.svelte'),
  names: () => import('./names/NamesPage.svelte'),
  packs: () => import('./packs/Packs.svelte'),
  sheet: () => import('./sheet-back/SheetBack.svelte'),
  documents: () => import('./documents/Documents.svelte'),
  settings: () => import('./settings/Settings.svelte'),
  'sign-in': () => import('./sign-in/SignIn.svelte'),
  repair: () => import('./repair/Repair.svelte'),
  security: () => import('./protection/Protection.svelte'),
};

async function withMessages<Script>(script: Promise<Script>): Promise<Script> {
  const [read] = await Promise.all([script, readAllMessages()]);
  return read;
}

/** The dialogs of a file that is brought in: read when one is first asked for. */
export const bringScripts = {
  records: (): Promise<{ default: Component<{ kind: RecordKind | null; onclose: () => void }> }> =>
    withMessages(import('#renderer/pages/packs/import/ImportDialog.svelte')),
  names: (): Promise<{ default: Component<{ onclose: () => void }> }> => withMessages(import('./names/ImportNames.svelte')),
};
