import { t } from '#shared/messages/t.ts';
import { safe } from '@orpc/client';
import { useTaking } from '#renderer/pages/packs/taking.svelte.ts';
import { useCommands } from '#renderer/state/keyboard/commands.svelte.ts';
import { askOnline } from '#renderer/state/connection/ask-online.ts';
import { useApp } from '#renderer/state/connection/app-state.svelte.ts';
import type { MenuItem } from '#renderer/state/keyboard/menu-item.ts';
import { useNotices } from '#renderer/state/feedback/notices.svelte.ts';
import { saveAsPdf } from '#renderer/state/paper.ts';
import { sentenceOfRefusal } from '#renderer/state/feedback/refusals.ts';
import type { RecordRow } from '#shared/contract/views/views.ts';
import { isHoldable, type EditState } from '#shared/edit.ts';
import type { EditKind } from '#shared/edits/edit-kind.ts';
import { fileNameFrom } from '#shared/values/file-name.ts';
import { commandsOf } from './record-commands.ts';

/** Commands that only the record's place can provide. */
interface Ways {
  /** Absent where it is open already. */
  open?: () => void;
  compose: (kind: EditKind) => void;
  refresh?: () => Promise<void>;
  print?: () => void;
}

/** The file name of a record: its title with its kind; its date without a title. */
function fileNameOf({ kind, id, title, date }: RecordRow): string {
  const word = t(`kinds.one.${kind}`);
  const called = title.includes(id.slice(0, 8)) && date ? date : title;
  return fileNameFrom(called.startsWith(word) ? called : `${word} ${called}`) || word;
}

const isHeld = (state: EditState): boolean => state === 'held';

/** Everything that can be done with one record, the same wherever it is asked for: its page, its row, the palette. Call while a component is made. */
export function useRecordItems(): (row: RecordRow, ways: Ways) => MenuItem[] {
  const app = useApp();
  const commands = useCommands();
  const taking = useTaking();
  const notices = useNotices();

  async function read(row: RecordRow) {
    const answer = await safe(app.api.records.refresh({ kind: row.kind, id: row.id }));
    if (answer.isSuccess) notices.say(t('record.wasRead', { title: row.title }));
    else notices.say(sentenceOfRefusal(answer.error), { severity: 'needs' });
  }
  function reading({ kind }: RecordRow, again: () => Promise<void>): MenuItem[] {
    if (app.status?.reads.includes(kind) !== true) return [];
    const label = app.networkWord(t('keys.refresh'), t('record.readOnline'));
    const onkey = () => askOnline(app, notices, t('record.goOnlineAndRead'), again);
    return [{ label, command: 'refresh', onchoose: () => void app.online(again), onkey }];
  }
  /** Its open edits in some states: a row knows how many there are, not which. */
  async function withEdits(row: RecordRow, fits: (state: EditState) => boolean, change: (ids: string[]) => Promise<boolean>) {
    const { edits } = await app.api.records.get({ kind: row.kind, id: row.id });
    const ids = edits.filter(({ state }) => fits(state)).map(({ id }) => id);
    if (ids.length > 0) await change(ids);
  }
  function holding(row: RecordRow): MenuItem[] {
    const [free, held] = [row.pending.filter(isHoldable).length, row.pending.filter(isHeld).length];
    return [
      free > 0 && {
        label: t('record.hold', { count: free }),
        command: 'hold' as const,
        onchoose: () => void withEdits(row, isHoldable, (ids) => commands.hold(ids)),
      },
      held > 0 && {
        label: t('record.release', { count: held }),
        ...(free === 0 ? { command: 'hold' as const } : {}),
        onchoose: () => void withEdits(row, isHeld, (ids) => commands.release(ids)),
      },
    ].filter((item) => item !== false);
  }

  return (row, { open, compose, refresh, print }) => [
    ...(open ? [{ label: t('parts.open'), command: 'open' as const, onchoose: open }] : []),
    ...commandsOf(row).map((kind, place) => ({
      label: kind.words.button,
      command: kind.key,
      apart: place === 0,
      onchoose: () => compose(kind),
    })),
    ...holding(row),
    { label: t('keys.addToPack'), command: 'addToPack', apart: true, onchoose: () => void taking.take(row.kind, [row.id]) },
    ...reading(row, refresh ?? (() => read(row))),
    { label: t('record.copyTitle', { title: row.title }), apart: true, onchoose: () => void navigator.clipboard.writeText(row.title) },
    { label: t('record.copyId'), onchoose: () => void navigator.clipboard.writeText(row.id) },
    ...(print
      ? [
          { label: t('record.print'), command: 'print' as const, onchoose: print },
          { label: t('record.savePdf'), onchoose: () => void saveAsPdf(app, fileNameOf(row)) },
        ]
      : []),
  ];
}
