import { viewInput, type ViewInput } from '#shared/contract/list-inputs.ts';
import type { FileProblem } from '#shared/file-problem.ts';
import { stringifyJson } from '#shared/json.ts';
import type { ToldView } from './name-table.ts';

/** Saved views of a colleague's file; one that cannot be used is a problem with its line. Runs in the file reader. */
export function readViews(told: readonly ToldView[]): { views: ViewInput[]; problems: FileProblem[] } {
  const views: ViewInput[] = [];
  const problems: FileProblem[] = [];
  for (const { line, value } of told) {
    // What was read exactly is plain again: nothing in a view is an amount.
    const plain = JSON.parse(stringifyJson({ ...value, kind: value['list'] })) as unknown;
    const read = viewInput.safeParse(plain);
    if (read.success) views.push(read.data);
    else problems.push(problemOf(line, value['name'], read.error.issues[0]?.path[0]));
  }
  return { views, problems };
}

function problemOf(line: number, name: unknown, field: PropertyKey | undefined): FileProblem {
  const quoted = typeof name === 'string' ? name.slice(0, 60) : '';
  if (field === 'kind') return { line, what: 'viewOfNoList', quoted };
  return { line, what: 'viewField', quoted, expected: String(field ?? 'content') };
}
