/** True when files, not text of the page, are dragged over the window; accepts the drop, so that the browser does not open them. */
export function holdsFiles(event: DragEvent): boolean {
  const held = event.dataTransfer?.types.includes('Files') === true;
  if (held) event.preventDefault();
  return held;
}

/** The files that were dropped: none where it was words. */
export function droppedFiles(event: DragEvent): File[] {
  return holdsFiles(event) ? [...(event.dataTransfer?.files ?? [])] : [];
}
