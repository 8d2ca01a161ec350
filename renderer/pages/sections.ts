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
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { Counters } from '#shared/contract/views/views.ts';

/** The badge of a section: the number of actionable items, and the worst severity. */
export interface SectionCount {
  count: number;
  /** Red for what the service refused or changed, amber for what nobody knows; none for the person's own work. */
  dot: 'needsYou' | 'unsure' | null;
  /** Said to screen readers: "8 to review, 2 need you". */
  label: string;
}

/** One line of the sidebar. */
export interface Section {
  page: string;
  label: string;
  icon: Icon;
  command: CommandName;
  /** The kind of record that the section lists. */
  kind?: RecordKind;
  count?: (counters: Counters) => SectionCount | null;
  /** The number of edits that are sent automatically. */
  queued?: (counters: Counters) => number;
}

/** Everything that can be acted on, counted once. */
function outboxCount({ draft, conflict, rejected, held, inDoubt }: Counters): SectionCount | null {
  const needYou = conflict + rejected + held;
  const count = draft + needYou + inDoubt;
  if (count === 0) return null;
  const parts: [number, string][] = [
    [draft, 'to review'],
    [needYou, needYou === 1 ? 'needs you' : 'need you'],
    [inDoubt, 'in doubt'],
  ];
  const label = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  return { count, dot: conflict + rejected > 0 ? 'needsYou' : inDoubt > 0 ? 'unsure' : null, label: label.join(', ') };
}

/** Saved and not confirmed yet: it is sent when Layover is online. Never in one sum with what needs the user. */
const queuedCount = ({ waiting, sending, checking }: Counters): number => waiting + sending + checking;

const plan: Section[] = [
  { page: 'today', label: 'Today', icon: Sun, command: 'goToday' },
  { page: 'packs', label: 'Trip packs', icon: Luggage, command: 'goTripPacks' },
];
export const books: Section[] = [
  { page: 'expenses', label: 'Expenses', icon: Receipt, command: 'goExpenses', kind: 'expense' },
  { page: 'invoices', label: 'Invoices', icon: FileText, command: 'goInvoices', kind: 'invoiceReceivable' },
  { page: 'bank-lines', label: 'Bank lines', icon: Landmark, command: 'goBankLines' },
  { page: 'card-transactions', label: 'Card transactions', icon: CreditCard, command: 'goCardTransactions', kind: 'cardTransaction' },
  { page: 'vendors', label: 'Vendors', icon: Store, command: 'goVendors', kind: 'vendor' },
  { page: 'documents', label: 'Documents', icon: Files, command: 'goDocuments', kind: 'invoicePayable' },
];
const underWay: Section[] = [
  { page: 'outbox', label: 'Outbox', icon: Inbox, command: 'goOutbox', count: outboxCount, queued: queuedCount },
  { page: 'history', label: 'History', icon: ScrollText, command: 'goHistory' },
];

/** The sidebar, in groups parted by space. */
export const sectionGroups: Section[][] = [plan, books, underWay];

export const helpSection: Section = { page: 'help', label: 'Help', icon: LifeBuoy, command: 'goHelp' };
export const settingsSection: Section = { page: 'settings', label: 'Settings', icon: Settings, command: 'goSettings' };

export const sections: Section[] = [...sectionGroups.flat(), helpSection, settingsSection];

/** Pages that no line of the sidebar leads to. */
const others: Record<string, string> = { names: 'Names', security: 'Security', 'sign-in': 'Sign in', repair: 'Repair' };

/** The name of a page in the window's title. */
export const labelOfPage = (page: string): string | null =>
  sections.find((section) => section.page === page)?.label ?? others[page] ?? null;
