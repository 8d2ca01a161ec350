import { t } from '#shared/messages/t.ts';
import { useApp } from '#renderer/state/connection/app-state.svelte.ts';
import { useMakingFiles } from '#renderer/state/feedback/making-files.ts';
import type { MenuItem } from '#renderer/state/keyboard/menu-item.ts';
import type { RecordList } from '#renderer/pages/records/grid/record-list.svelte.ts';

/** Menu items that export a list, or the chosen records of it. Call while a component is made. */
export function useExporting(): (list: RecordList, chosen: ReadonlySet<string> | null) => MenuItem[] {
  const app = useApp();
  const make = useMakingFiles();
  function save(list: RecordList, chosen: ReadonlySet<string> | null, format: 'xlsx' | 'csv', all: boolean, toEdit = false) {
    const { filter, sort, descending } = list;
    const columns = all ? null : list.layout.columns.map(({ column }) => column.name);
    const ids = chosen && [...chosen];
    void make(app.api.records.export({ filter, sort, descending, columns, ids, format, toEdit, locale: app.locale }));
  }
  return (list, chosen) => [
    { label: t('list.export.xlsx'), onchoose: () => save(list, chosen, 'xlsx', false) },
    { label: t('list.export.csv'), onchoose: () => save(list, chosen, 'csv', false) },
    { label: t('list.export.editXlsx'), apart: true, onchoose: () => save(list, chosen, 'xlsx', true, true) },
    { label: t('list.export.editCsv'), onchoose: () => save(list, chosen, 'csv', true, true) },
    { label: t('list.export.allXlsx'), apart: true, onchoose: () => save(list, chosen, 'xlsx', true) },
    { label: t('list.export.allCsv'), onchoose: () => save(list, chosen, 'csv', true) },
  ];
}
