import type { Component } from 'svelte';
import CreditCard from '@lucide/svelte/icons/credit-card';
import FileText from '@lucide/svelte/icons/file-text';
import Files from '@lucide/svelte/icons/files';
import Inbox from '@lucide/svelte/icons/inbox';
import LifeBuoy from '@lucide/svelte/icons/life-buoy';
import Landmark from '@lucide/svelte/icons/landmark';
import Luggage from '@lucide/svelte/icons/luggage';
import Receipt from '@lucide/svelte/icons/receipt';
import ScrollText from '@lucide/svelte/icons/scroll-text';
import Settings from '@lucide/svelte/icons/settings';
import Store from '@lucide/svelte/icons/store';
import Sun from '@lucide/svelte/icons/sun';
import type { Icon } from '#renderer/parts/values/marks.ts';
import type { CommandName } from '#renderer/state/keyboard/keymap.ts';
import { countsOf } from '#renderer/state/counts.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import { t, type PlainId } from '#shared/messages/t.ts';
import { windowPages } from '#shared/window-pages.ts';
import { countOfTab } from './outbox/outbox-tabs.ts';
import Today from './today/Today.svelte';
import type { Counters } from '#shared/contract/views/views.ts';

/** The badge of a section: the number of actionable items, and the worst severity. */
export interface SectionCount {
  count: number;
  /** Red for what the service refused or changed, amber for what nobody knows; none for the person's own work. */
  dot: 'needsYou' | 'unsure' | null;
  /** Said to screen readers: "8 to review, 2 need you". */
  label: string;
}

type Script = () => Promise<{ default: Component }>;

/** A page of the window: its script, and how the sidebar shows it. A page reads its id and query from the router. */
interface Page {
  script: Script;
  /** Its group in the sidebar, from above; none: no line leads there. */
  group?: 'plan' | 'books' | 'underWay' | 'foot';
  icon?: Icon;
  /** The kind of record that the page lists. */
  kind?: RecordKind;
  count?: (counters: Counters) => SectionCount | null;
  /** The number of edits that are sent automatically. */
  queued?: (counters: Counters) => number;
  /** The name in the window's title of a page that no command leads to. */
  label?: PlainId;
}

/** One line of the sidebar. */
export interface Section extends Page {
  page: string;
  label: PlainId;
  icon: Icon;
  command: CommandName;
}

/** Everything that can be acted on, counted once. */
function outboxCount(counters: Counters): SectionCount | null {
  const { draft, conflict, rejected, inDoubt } = counters;
  const needYou = countOfTab('needsYou', counters);
  const count = draft + needYou + inDoubt;
  if (count === 0) return null;
  const label = countsOf([
    ['frame.count.toReview', draft],
    ['frame.count.needYou', needYou],
    ['frame.count.inDoubt', inDoubt],
  ]);
  return { count, dot: conflict + rejected > 0 ? 'needsYou' : inDoubt > 0 ? 'unsure' : null, label };
}

/** Saved and not confirmed yet: it is sent when Layover is online. Never in one sum with what needs the user. */
const queuedCount = (counters: Counters): number => countOfTab('waiting', counters);

const list = () => import('./ListPage.svelte');

/** Every page by its name in the address. A window begins with Today. */
const pages: Record<string, Page> = {
  today: { script: () => Promise.resolve({ default: Today }), group: 'plan', icon: Sun },
  packs: { script: () => import('./packs/Packs.svelte'), group: 'plan', icon: Luggage },
  expenses: { script: list, group: 'books', icon: Receipt, kind: 'expense' },
  invoices: { script: list, group: 'books', icon: FileText, kind: 'invoiceReceivable' },
  'bank-lines': { script: () => import('./bank-lines/BankLines.svelte'), group: 'books', icon: Landmark },
  'card-transactions': { script: list, group: 'books', icon: CreditCard, kind: 'cardTransaction' },
  vendors: { script: list, group: 'books', icon: Store, kind: 'vendor' },
  documents: { script: () => import('./documents/Documents.svelte'), group: 'books', icon: Files, kind: 'invoicePayable' },
  outbox: { script: () => import('./outbox/Outbox.svelte'), group: 'underWay', icon: Inbox, count: outboxCount, queued: queuedCount },
  history: { script: () => import('./history/History.svelte'), group: 'underWay', icon: ScrollText },
  help: { script: () => import('./help/Help.svelte'), group: 'foot', icon: LifeBuoy },
  settings: { script: () => import('./settings/Settings.svelte'), group: 'foot', icon: Settings },
  names: { script: () => import('./names/NamesPage.svelte') },
  sheet: { script: () => import('./sheet-back/SheetBack.svelte') },
  'sign-in': { script: () => import('./sign-in/SignIn.svelte'), label: 'frame.page.signIn' },
  repair: { script: () => import('./repair/Repair.svelte'), label: 'frame.page.repair' },
  security: { script: () => import('./protection/Protection.svelte'), label: 'frame.page.security' },
};

/** The script of each page, by its name in the address. */
export const pageScripts: Record<string, Script> = Object.fromEntries(Object.entries(pages).map(([name, { script }]) => [name, script]));

const commandOf = (name: string) => windowPages.find((each) => each.page === name && !('tab' in each));

/** The lines of the sidebar, those of its foot too. */
export const sections: Section[] = Object.entries(pages).flatMap(([page, { icon, ...rest }]) => {
  const way = commandOf(page);
  return way && icon ? [{ ...rest, icon, page, label: way.label, command: way.command }] : [];
});
const inGroup = (group: Page['group']) => sections.filter((section) => section.group === group);

export const books = inGroup('books');
/** The sidebar, in groups parted by space. */
export const sectionGroups: Section[][] = [inGroup('plan'), books, inGroup('underWay')];
export const footSections = inGroup('foot');

/** The name of a page in the window's title. */
export function labelOfPage(page: string): string | null {
  const label = commandOf(page)?.label ?? pages[page]?.label;
  return label ? t(label) : null;
}
