import type { Component } from 'svelte';
import CardTransactions from './card-transactions/CardTransactions.svelte';
import Documents from './documents/Documents.svelte';
import Expenses from './expenses/Expenses.svelte';
import History from './history/History.svelte';
import Invoices from './invoices/Invoices.svelte';
import NamesPage from './names/NamesPage.svelte';
import NoSuchPage from './NoSuchPage.svelte';
import Outbox from './outbox/Outbox.svelte';
import Packs from './packs/Packs.svelte';
import Protection from './protection/Protection.svelte';
import Repair from './repair/Repair.svelte';
import Settings from './settings/Settings.svelte';
import SignIn from './sign-in/SignIn.svelte';
import Today from './today/Today.svelte';
import Vendors from './vendors/Vendors.svelte';

/** Page names as the address writes them. A page reads its id and query from the router. */
const pages: Record<string, Component> = {
  today: Today,
  expenses: Expenses,
  invoices: Invoices,
  'card-transactions': CardTransactions,
  vendors: Vendors,
  outbox: Outbox,
  history: History,
  names: NamesPage,
  packs: Packs,
  documents: Documents,
  settings: Settings,
  'sign-in': SignIn,
  repair: Repair,
  security: Protection,
};

/** The page of an address; unknown names get a page that says so. */
export function pageFor(name: string): Component {
  return pages[name] ?? NoSuchPage;
}
