import { t } from '#shared/messages/t.ts';
import type { MenuItem } from '#renderer/state/keyboard/menu-item.ts';
import { useApp } from '#renderer/state/connection/app-state.svelte.ts';
import { useMakingFiles } from '#renderer/state/feedback/making-files.ts';
import { useRouter } from '#renderer/state/navigation/router.svelte.ts';
import type { HistoryRow } from './history-rows.ts';
import type { History } from './history.svelte.ts';

/** Saves a report as a file. Call during component initialization. */
export function useReportExport(): (id: string, format: 'xlsx' | 'csv' | 'json') => void {
  const app = useApp();
  const make = useMakingFiles();
  return (id, format) => void make(app.api.reports.export({ id, format, locale: app.locale }));
}

/** Commands of a history row; none for a row that represents many. Call during component initialization. */
export function useHistoryItems(history: History): (row: HistoryRow) => MenuItem[] {
  const router = useRouter();
  const save = useReportExport();
  return (row) => {
    if (row.kind === 'sync')
      return [
        { label: t('history.menu.open'), onchoose: () => router.go('history', row.key) },
        { label: t('history.report.excel'), apart: true, onchoose: () => save(row.key, 'xlsx') },
        { label: t('history.report.csv'), onchoose: () => save(row.key, 'csv') },
        { label: t('history.menu.json'), onchoose: () => save(row.key, 'json') },
      ];
    const { record, recordTitle, said } = row.line;
    if (row.count > 1 || record === null) return [];
    const all: (MenuItem | false)[] = [
      {
        label: recordTitle === null ? t('history.menu.recordUnnamed') : t('history.menu.record', { title: recordTitle }),
        onchoose: () => router.open(record),
      },
      said !== null && { label: t('history.menu.edit'), onchoose: () => router.go('outbox', said.id) },
      recordTitle !== null && { label: t('history.menu.name'), apart: true, onchoose: () => history.search(recordTitle) },
      { label: t('history.menu.id'), onchoose: () => void navigator.clipboard.writeText(record.id) },
    ];
    return all.filter((item) => item !== false);
  };
}
