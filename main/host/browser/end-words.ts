/** What the browser host says when it ends; `unfinished` is everything that has no verdict yet. */
export function endWords(unfinished: number): string {
  if (unfinished === 0) return 'Everything is sent.';
  return `${unfinished} ${unfinished === 1 ? 'edit is' : 'edits are'} not finished; nothing is lost.`;
}
