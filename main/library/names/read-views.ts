import type { ImportProblem } from '#main/library/imports/import-text.ts';
import { viewInput, type ViewInput } from '#shared/contract/list-inputs.ts';
import { stringifyJson } from '#shared/json.ts';
import type { ToldView } from './name-table.ts';

/** Saved views of a colleague's file; one that cannot be used is a problem with its line. Runs in the file reader. */
export function readViews(told: readonly ToldView[]): { views: ViewInput[]; problems: ImportProblem[] } {
  const views: ViewInput[] = [];
  const problems: ImportProblem[] = [];
  for (const { line, value } of told) {
    // What was read exactly is plain again: nothing in a view is an amount.
    const plain = JSON.parse(stringifyJson({ ...value, kind: value['list'] })) as unknown;
    const read = viewInput.safeParse(plain);
    if (read.success) views.push(read.data);
    else problems.push({ line, message: problemOf(value['name'], read.error.issues[0]?.path[0]) });
  }
  return { views, problems };
}

function problemOf(name: unknown, field: PropertyKey | undefined): string {
  const called = typeof name === 'string' ? `The view “${name.slice(0, 60)}”` : 'This view';
  if (field === 'kind') return `${called} does not say of which list it is.`;
  return `${called} cannot be used: its ${String(field ?? 'content')} is not what a view has there.`;
}
