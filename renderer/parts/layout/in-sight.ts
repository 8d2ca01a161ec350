/** Scrolls a strip, and nothing else, so that one of its tabs is seen whole. */
export function bringInSight(strip: HTMLElement | undefined, tab: Element | null | undefined): void {
  if (!strip || !tab) return;
  const [around, own] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()];
  strip.scrollLeft += Math.max(0, own.right - around.right) + Math.min(0, own.left - around.left);
}
