/** The container of fields in place of facts. */
const entries = '[data-entry]';
const overlays = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
const typedInto = 'input, textarea, select, [contenteditable]';

/** The last thing of the fields in place that the keyboard comes to. */
export function edgeOfFields(within: HTMLElement | undefined): HTMLElement | undefined {
  const all = within?.querySelectorAll<HTMLElement>(`${entries} :is(input, textarea, select, button, a[href], [tabindex])`) ?? [];
  return [...all].findLast((each) => each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility());
}

/** Ctrl+Enter, Cmd+Enter on a Mac: pressed, not held. */
export const isRecordKey = ({ key, ctrlKey, metaKey, repeat }: KeyboardEvent): boolean =>
  key === 'Enter' && (ctrlKey || metaKey) && !repeat;

/**
 * The place on a record's page where a key was pressed: on the page itself, nowhere in particular, or in something of its own, such as
 * a dialog, a search box or the list.
 */
export function pressedOn(page: HTMLElement | undefined, target: EventTarget | null): 'page' | 'nothing' | 'other' {
  if (!page || !(target instanceof HTMLElement)) return 'other';
  if (target.contains(page)) {
    const others = [...document.querySelectorAll(overlays)].filter((each) => !page.contains(each) && each.checkVisibility());
    return others.length === 0 ? 'nothing' : 'other';
  }
  const own = target.closest(overlays) !== null || (target.matches(typedInto) && target.closest(entries) === null);
  return page.contains(target) && !own ? 'page' : 'other';
}
