import Activity from '@lucide/svelte/icons/activity';
import BadgeQuestion from '@lucide/svelte/icons/circle-question-mark';
import CreditCard from '@lucide/svelte/icons/credit-card';
import FileText from '@lucide/svelte/icons/file-text';
import Files from '@lucide/svelte/icons/files';
import GitCompareArrows from '@lucide/svelte/icons/git-compare-arrows';
import Inbox from '@lucide/svelte/icons/inbox';
import Luggage from '@lucide/svelte/icons/luggage';
import Receipt from '@lucide/svelte/icons/receipt';
import ScrollText from '@lucide/svelte/icons/scroll-text';
import Send from '@lucide/svelte/icons/send';
import Settings from '@lucide/svelte/icons/settings';
import Store from '@lucide/svelte/icons/store';
import Sun from '@lucide/svelte/icons/sun';
import type { Icon } from '#renderer/parts/marks.ts';
import type { Act } from '#renderer/state/keymap.ts';
import type { Counters } from '#shared/contract/views.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';
import type { Tone } from '#shared/words.ts';

/** What stands beside a section's name: a number and the meaning of its dot. */
export interface SectionCount {
  count: number;
  tone: Tone;
  /** Said to screen readers: "8 need you". */
  says: string;
}

/** One line of the sidebar. */
export interface Section {
  page: string;
  label: string;
  icon: Icon;
  act: Act;
  count: (counters: Counters) => SectionCount | null;
}

const needs = (count: number): SectionCount | null => (count > 0 ? { count, tone: 'needsYou', says: `${count} need you` } : null);
const unsure = (count: number): SectionCount | null => (count > 0 ? { count, tone: 'unsure', says: `${count} in doubt` } : null);
const waits = (count: number): SectionCount | null => (count > 0 ? { count, tone: 'waiting', says: `${count} waiting` } : null);
const nothing = () => null;

/** The most urgent pending edits of one kind of record. */
const ofKind = (kind: RecordKind) => (counters: Counters) => {
  const row = counters.perKind.find((candidate) => candidate.kind === kind);
  return row ? (unsure(row.inDoubt) ?? needs(row.needsYou) ?? waits(row.waiting)) : null;
};

/** The sidebar, in groups. */
export const sectionGroups: { label: string; sections: Section[] }[] = [
  {
    label: 'Plan',
    sections: [
      { page: 'today', label: 'Today', icon: Sun, act: 'goToday', count: (counters) => needs(counters.needsYou + counters.inDoubt) },
      { page: 'packs', label: 'Trip packs', icon: Luggage, act: 'goTripPacks', count: nothing },
    ],
  },
  {
    label: 'Books',
    sections: [
      { page: 'expenses', label: 'Expenses', icon: Receipt, act: 'goExpenses', count: ofKind('expense') },
      { page: 'invoices', label: 'Invoices', icon: FileText, act: 'goInvoices', count: ofKind('invoiceReceivable') },
      {
        page: 'card-transactions',
        label: 'Card transactions',
        icon: CreditCard,
        act: 'goCardTransactions',
        count: ofKind('cardTransaction'),
      },
      { page: 'vendors', label: 'Vendors', icon: Store, act: 'goVendors', count: ofKind('vendor') },
      { page: 'documents', label: 'Documents', icon: Files, act: 'goDocuments', count: ofKind('invoicePayable') },
    ],
  },
  {
    label: 'Sending',
    sections: [
      {
        page: 'outbox',
        label: 'Outbox',
        icon: Inbox,
        act: 'goOutbox',
        count: (counters) => waits(counters.waiting + counters.sending + counters.checking),
      },
      { page: 'review', label: 'Review and send', icon: Send, act: 'goReview', count: (counters) => needs(counters.draft) },
      { page: 'conflicts', label: 'Conflicts', icon: GitCompareArrows, act: 'goConflicts', count: (counters) => needs(counters.conflict) },
      { page: 'in-doubt', label: 'In doubt', icon: BadgeQuestion, act: 'goInDoubt', count: (counters) => unsure(counters.inDoubt) },
      { page: 'reports', label: 'Sync reports', icon: ScrollText, act: 'goReports', count: nothing },
      { page: 'activity', label: 'Activity', icon: Activity, act: 'goActivity', count: nothing },
    ],
  },
];

export const settingsSection: Section = { page: 'settings', label: 'Settings', icon: Settings, act: 'goSettings', count: nothing };

export const sections: Section[] = [...sectionGroups.flatMap((group) => group.sections), settingsSection];
