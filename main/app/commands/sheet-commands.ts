import type { EditInput } from '#main/edits/record/record-edit.ts';
import { recordMany, type ManyAnswer } from '#main/edits/record/record-many.ts';
import { redo } from '#main/edits/undo/undo.ts';
import { readSetting, writeSetting } from '#main/storage/settings.ts';
import type { Store } from '#main/storage/store.ts';
import { takenEdit, takenKey } from '#main/app/views/compare-row.ts';
import { compareSheet, takenSetting, type SheetPlan } from '#main/app/views/compare-sheet.ts';
import type { AppServices } from '#main/app/app-services.ts';
import { refuse, refuseMissing } from '#main/app/refusals/refuse.ts';
import type { WindowContext } from '#main/app/window-context.ts';
import type { SheetAnswer } from '#shared/sheets/sheet-comparison.ts';
import { editKind, editKinds } from '#shared/edits/edit-kinds.ts';
import { isJsonObject, type JsonObject } from '#shared/json/json.ts';
import { withValue } from '#shared/json/json-path.ts';

/** Compares a workbook with what left and with today; the plan is kept for this window until the next comparison. */
export async function compareFile(
  services: AppServices,
  { windowId }: WindowContext,
  { file, locale, onlyMarked }: { file: Blob; locale: string; onlyMarked: boolean },
): Promise<SheetAnswer> {
  const { store } = services.account();
  const read = await services.reading.read('sheet', await file.bytes(), { onlyMarked });
  if (!read.ok) return refuse('NOT_READ', { why: read.why });
  const { answer, plan } = await compareSheet(store, read.portions, locale);
  if (plan) services.sheetPlans.set(windowId ?? '', plan);
  return answer;
}

/** One change that the user takes: as the sheet says, or as it was when it left. */
export interface TakenChange {
  at: number;
  as: 'sheet' | 'exported';
}

/** Every kind of edit waits for review: a colleague wrote the sheet. */
const reviewed = Object.fromEntries(editKinds.map(({ kind }) => [kind, 'review' as const]));

/** The plan of this window's newest comparison; refuses one that is gone. */
export function planOf(services: AppServices, { windowId }: WindowContext, id: string): SheetPlan {
  const plan = services.sheetPlans.get(windowId ?? '');
  return plan?.id === id && plan.store === services.account().store ? plan : refuseMissing('sheet');
}

/**
 * Drafts the taken changes in one commit: all of them, or none. A payment or a comment that the sheet brought before is that edit again, also where
 * another window looked at the file: no two of them are ever open.
 */
export function draftSheet(store: Store, plan: SheetPlan, taken: readonly TakenChange[]): ManyAnswer {
  return store.commit('sheet drafted', () => {
    const setting = readSetting(store, takenSetting(plan.exportId));
    const before = isJsonObject(setting) ? setting : {};
    const again: string[] = [];
    const inputs = inputsOf(plan, taken).filter(({ adds, recordId, kind, body }) => {
      const drafted = adds ? takenEdit(store, before, takenKey(recordId, kind, body)) : null;
      const isBack = drafted?.state === 'discarded' && redo(store, [drafted.id], reviewed).ok;
      if (drafted && isBack) again.push(drafted.id);
      return drafted === null || (drafted.state === 'discarded' && !isBack);
    });
    const answer = recordMany(
      store,
      inputs.map(({ adds: _, ...input }) => input),
      reviewed,
    );
    if (!answer.ok) return answer;
    const added = inputs.flatMap(({ adds, recordId, kind, body }, at) =>
      adds ? [[takenKey(recordId, kind, body), answer.ids[at] ?? ''] as const] : [],
    );
    if (added.length > 0) writeSetting(store, takenSetting(plan.exportId), { ...before, ...Object.fromEntries(added) });
    return { ...answer, ids: [...again, ...answer.ids], needYou: [...again.map((id) => ({ id, why: 'review' })), ...answer.needYou] };
  });
}

type Input = EditInput & { body: JsonObject; adds: boolean };

/** One edit for each record and kind; a payment or a comment is one by itself. */
function inputsOf({ kind: recordKind, changes }: SheetPlan, taken: readonly TakenChange[]): Input[] {
  const inputs = new Map<string, Input>();
  for (const { at, as } of taken) {
    const change = changes[at];
    const value = as === 'sheet' ? change?.value : change?.exported;
    if (!change || value === undefined) continue;
    const { id: recordId, edit: kind, path, seen } = change;
    if (path.length === 0) {
      inputs.set(`${recordId} ${kind} ${at}`, { kind, recordKind, recordId, body: isJsonObject(value) ? value : {}, seen, adds: true });
      continue;
    }
    const key = `${recordId} ${kind}`;
    const before = inputs.get(key) ?? { kind, recordKind, recordId, body: {}, seen: {}, adds: false };
    const inEdit = editKind(kind)?.merge?.(before.body, withValue({}, path, value));
    inputs.set(key, { ...before, body: inEdit ?? withValue(before.body, path, value), seen: { ...before.seen, ...seen } });
  }
  return [...inputs.values()];
}
