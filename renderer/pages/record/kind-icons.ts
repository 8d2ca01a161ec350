import CreditCard from '@lucide/svelte/icons/credit-card';
import FileText from '@lucide/svelte/icons/file-text';
import Files from '@lucide/svelte/icons/files';
import Receipt from '@lucide/svelte/icons/receipt';
import Store from '@lucide/svelte/icons/store';
import type { Icon } from '#renderer/parts/values/marks.ts';
import type { RecordKind } from '#shared/records/record-kind.ts';

/** The sign of each kind of record, the same as its section's. */
export const kindIcons: Record<RecordKind, Icon> = {
  expense: Receipt,
  invoiceReceivable: FileText,
  cardTransaction: CreditCard,
  vendor: Store,
  invoicePayable: Files,
};
