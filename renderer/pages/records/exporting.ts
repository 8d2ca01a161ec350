import { t } from '#shared/messages/t.ts';
import { safe } from '@orpc/client';
import { useApp } from '#renderer/state/connection/app-state.svelte.ts';
import { useNotices } from '#renderer/state/feedback/notices.svelte.ts';
import { sentenceOfUnread } from '#renderer/state/feedback/refusals.ts';
import type { MenuItem } from '#renderer/state/keyboard/menu-item.ts';
import type { RecordList } from '#renderer/pages/records/grid/record-list.svelte.ts';

/** Menu items that export a list, or the chosen records of it. Call while a component is made. */
export function useExporting(): (list: RecordList, chosen: ReadonlySet<string> | null) => MenuItem[] {
  const app = useApp();
  const notices = useNotices();
  async function save(list: RecordList, chosen: ReadonlySet<string> | null, format: 'xlsx' | 'csv', all: boolean, toEdit = false) {
    const { filter, sort, descending } = list;
    const columns = all ? null : list.layout.columns.map(({ column }) => column.name);
    const ids = chosen && [...chosen];
    const answer = await safe(app.api.records.export({ filter, sort, descending, columns, ids, format, toEdit, locale: app.locale }));
    if (answer.isSuccess) await app.saving.offer(answer.data);
    else notices.say(sentenceOfUnread(answer.error), { severity: 'needs' });
  }
  return (list, chosen) => [
    { label: t('list.export.xlsx'), onchoose: () => void save(list, chosen, 'xlsx', false) },
    { label: t('list.export.csv'), onchoose: () => void save(list, chosen, 'csv', false) },
    { label: t('list.export.editXlsx'), apart: true, onchoose: () => void save(list, chosen, 'xlsx', true, true) },
    { label: t('list.export.editCsv'), onchoose: () => void save(list, chosen, 'csv', true, true) },
    { label: t('list.export.allXlsx'), apart: true, onchoose: () => void save(list, chosen, 'xlsx', true) },
    { label: t('list.export.allCsv'), onchoose: () => void save(list, chosen, 'csv', true) },
  ];
}
