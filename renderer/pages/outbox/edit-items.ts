import { t } from '#shared/messages/t.ts';
import { useBringing } from '#renderer/pages/packs/bringing.svelte.ts';
import { useCommands } from '#renderer/state/keyboard/commands.svelte.ts';
import type { MenuItem } from '#renderer/state/keyboard/menu-item.ts';
import { useRouter } from '#renderer/state/navigation/router.svelte.ts';
import type { EditRow } from '#shared/contract/views/edit-views.ts';
import { isChangeable, isHoldable, type EditState } from '#shared/edit.ts';

/** Sections of the settings where an edit whose record no look brought can be helped, by the reason. */
const waysOut: Partial<Record<string, string>> = { gone: 'service', elsewhere: 'trust' };

const releaseWord = (to?: EditState): string =>
  to === 'waiting' ? t('outbox.action.send') : to === 'draft' ? t('outbox.action.reviewAgain') : t('outbox.action.release');

/** Commands of one edit, most likely first, for its page's buttons, its row's menu and the palette. Call during component initialization. */
export function useEditItems(): (edit: EditRow, onchange: () => void, onpartly?: () => void) => MenuItem[] {
  const commands = useCommands();
  const bringing = useBringing();
  const release = ({ id, releasesTo, releasableAt = 0 }: EditRow): MenuItem => ({
    ...{ label: releaseWord(releasesTo), command: 'hold', onchoose: () => void commands.release([id]), primary: true },
    // A request of it may still arrive: pressed before, it would only be refused.
    ...(releasableAt > Date.now() ? { notBefore: releasableAt } : {}),
  });
  const router = useRouter();
  return (edit, onchange, onpartly) => {
    const { id, state, reason } = edit;
    // A conflict is settled field by field; only giving it up needs no look.
    const unsent = edit.readable && isChangeable(state);
    const retyped = reason?.kind === 'currencyMoved';
    /** The record takes no change any more, so a corrected value would be refused too. */
    const closed = reason?.kind === 'rejectedByService' && reason.closed !== undefined;
    const refusedRepeat = reason !== null && 'mayBeApplied' in reason && reason.mayBeApplied === true;
    const mayBeThere =
      state === 'checking' || (state === 'held' && (edit.mayBeSent || refusedRepeat)) || (state === 'rejected' && refusedRepeat);
    const changeable = unsent && !closed && (state !== 'conflict' || retyped);
    const lost = reason?.kind === 'fieldsLost' && Object.keys(reason.putBack).length > 0;
    const whyUnread = state === 'held' && reason?.kind === 'cannotRead' ? reason.why : undefined;
    const lacks = edit.wouldEmpty !== undefined;
    const all: (MenuItem | false)[] = [
      changeable &&
        (state === 'rejected' || retyped) && {
          label: retyped ? t('outbox.action.enterAgain') : t('outbox.action.correct'),
          command: 'edit',
          onchoose: onchange,
          primary: true,
        },
      lacks && { label: t('outbox.action.import'), onchoose: () => bringing.records(edit.record.kind), primary: true },
      state === 'held' && !lacks && release(edit),
      mayBeThere && {
        label: t('outbox.action.look'),
        onchoose: () => void commands.lookMyself(id),
      },
      changeable && state !== 'rejected' && !retyped && { label: t('outbox.action.edit'), command: 'edit', onchoose: onchange },
      isHoldable(state) && unsent && { label: t('outbox.action.hold'), command: 'hold', onchoose: () => void commands.hold([id]) },
      // Only where a person has the edit before them, and sees first what is lost by it.
      lacks && onpartly !== undefined && { label: t('outbox.action.partly'), onchoose: onpartly },
      waysOut[whyUnread ?? ''] !== undefined && {
        label: t('outbox.action.settings'),
        onchoose: () => router.go('settings', waysOut[whyUnread ?? '']),
      },
      unsent && {
        label: t('outbox.action.discard'),
        ...(closed ? { primary: true } : { quiet: true }),
        onchoose: () => void commands.discard([id]),
      },
      lost && { label: t('outbox.action.putBack'), onchoose: () => void commands.putBack(id), primary: true },
      edit.reversible && { label: t('outbox.action.reverse'), onchoose: () => void commands.reverse(id) },
    ];
    return all.filter((item) => item !== false);
  };
}

/** The menu of an edit's row: to open it, what can be done with it, and its record. A row that stands for many only opens. Call while a component is made. */
export function useEditRowItems(): (edit: EditRow, ways: { open: () => void; onchange: () => void }) => MenuItem[] {
  const router = useRouter();
  const itemsOf = useEditItems();
  return (edit, { open, onchange }) => {
    const first: MenuItem = { label: t('outbox.action.open'), command: 'open', onchoose: open };
    if (edit.alike !== undefined) return [first];
    const own = itemsOf(edit, onchange).map((item, place) => ({ ...item, apart: place === 0 }));
    const record = {
      label: t('outbox.openRecord', { kind: edit.record.kind }),
      apart: true,
      onchoose: () => router.open(edit.record),
    };
    return [first, ...own, record];
  };
}
