import type { Store } from '#main/cache/store.ts';
import type { ReportView } from '#shared/contract/views.ts';

interface Exported {
  name: string;
  mediaType: string;
  file: Blob;
}
const nothing: Exported = { name: 'empty', mediaType: 'text/plain', file: new Blob([]) };
export const outboxFile = (_store: Store, _format: 'csv' | 'json'): Exported => nothing;
export const activityFile = (_store: Store, _format: 'csv' | 'json'): Exported => nothing;
export const reportFile = (_report: ReportView, _format: 'csv' | 'json' | 'pdf', _at: number): Exported => nothing;
