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
  label: PlainId;
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
  const label = countsOf([
    ['frame.count.toReview', draft],
    ['frame.count.needYou', needYou],
    ['frame.count.inDoubt', inDoubt],
  ]);
  return { count, dot: conflict + rejected > 0 ? 'needsYou' : inDoubt > 0 ? 'unsure' : null, label };
}

/** Saved and not confirmed yet: it is sent when Layover is online. Never in one sum with what needs the user. */
const queuedCount = ({ waiting, sending, checking }: Counters): number => waiting + sending + checking;

const plan: Section[] = [
  { page: 'today', label: 'frame.page.today', icon: Sun, command: 'goToday' },
  { page: 'packs', label: 'frame.page.packs', icon: Luggage, command: 'goTripPacks' },
];
export const books: Section[] = [
  { page: 'expenses', label: 'frame.page.expenses', icon: Receipt, command: 'goExpenses', kind: 'expense' },
  { page: 'invoices', label: 'frame.page.invoices', icon: FileText, command: 'goInvoices', kind: 'invoiceReceivable' },
  { page: 'bank-lines', label: 'frame.page.bankLines', icon: Landmark, command: 'goBankLines' },
  {
    page: 'card-transactions',
    label: 'frame.page.cardTransactions',
    icon: CreditCard,
    command: 'goCardTransactions',
    kind: 'cardTransaction',
  },
  { page: 'vendors', label: 'frame.page.vendors', icon: Store, command: 'goVendors', kind: 'vendor' },
  { page: 'documents', label: 'frame.page.documents', icon: Files, command: 'goDocuments', kind: 'invoicePayable' },
];
const underWay: Section[] = [
  { page: 'outbox', label: 'frame.page.outbox', icon: Inbox, command: 'goOutbox', count: outboxCount, queued: queuedCount },
  { page: 'history', label: 'frame.page.history', icon: ScrollText, command: 'goHistory' },
];

/** The sidebar, in groups parted by space. */
export const sectionGroups: Section[][] = [plan, books, underWay];

export const helpSection: Section = { page: 'help', label: 'frame.page.help', icon: LifeBuoy, command: 'goHelp' };
export const settingsSection: Section = { page: 'settings', label: 'frame.page.settings', icon: Settings, command: 'goSettings' };

export const sections: Section[] = [...sectionGroups.flat(), helpSection, settingsSection];

/** Pages that no line of the sidebar leads to. */
const others: Record<string, PlainId> = {
  names: 'frame.page.names',
  security: 'frame.page.security',
  'sign-in': 'frame.page.signIn',
  repair: 'frame.page.repair',
};

/** The name of a page in the window's title. */
export function labelOfPage(page: string): string | null {
  const label = sections.find((section) => section.page === page)?.label ?? others[page];
  return label ? t(label) : null;
}
