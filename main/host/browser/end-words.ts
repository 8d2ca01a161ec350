/** The browser host's text at its end; `unfinished` counts all edits without a verdict. */
export function endWords(unfinished: number): string {
  if (unfinished === 0) return 'Everything is sent.';
  return `${unfinished} ${unfinished === 1 ? 'edit is' : 'edits are'} not finished; nothing is lost.`;
}
