/** Whether files, and not words of the page, are held over the window; lets them be dropped, so that no browser opens them in the app's place. */
export function holdsFiles(event: DragEvent): boolean {
  const held = event.dataTransfer?.types.includes('Files') === true;
  if (held) event.preventDefault();
  return held;
}

/** The files that were dropped: none where it was words. */
export function droppedFiles(event: DragEvent): File[] {
  return holdsFiles(event) ? [...(event.dataTransfer?.files ?? [])] : [];
}
