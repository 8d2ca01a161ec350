import type { FileProblem } from '#shared/messages/files/file-problem.ts';
import { isJsonObject, parseJson, strangersLimits, type JsonObject, type JsonProblem } from '#shared/json/json.ts';

/** One record of the file; a row of a table has no text of its own. */
export interface Read {
  line: number;
  value: JsonObject;
  text?: string;
}

/** One record of an export file as it stands there. */
interface ImportItem {
  /** Line of the file on which it begins, from 1. */
  line: number;
  text: string;
}

/** A JSON file's records, or the lines of one that has a record a line. */
type ItemsAnswer = { ok: true; items: ImportItem[] } | { ok: false; problem: FileProblem };

/** The records of a JSON text: an array of them, an object that holds one array of them, or one record. */
function jsonItems(text: string): ItemsAnswer {
  const start = text.search(/[^\s\uFEFF]/);
  if (text[start] === '[') return elementsOf(text, start);
  const array = wrappedArray(text, start);
  return array === null ? { ok: true, items: [{ line: lineAt(text, start), text: text.slice(start) }] } : elementsOf(text, array);
}

/** The records of a text that holds one a line. */
function ndjsonItems(text: string): ImportItem[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  return lines.map((line, index) => ({ line: index + 1, text: line })).filter((item) => item.text.trim() !== '');
}

const wrappers = new Set(['items', 'data', 'content', 'records', 'results', 'rows', 'names']);

/** The start of the array of records in `{"data": […], …}`; null for an object that is a record itself. */
function wrappedArray(text: string, start: number): number | null {
  const name = /^\{\s*"([^"\\]*)"\s*:\s*\[/.exec(text.slice(start, start + 1000));
  return name && wrappers.has(name[1] ?? '') ? start + name[0].length - 1 : null;
}

/** Cuts an array into its elements without parsing it whole, so that each problem has its line. */
function elementsOf(text: string, start: number): ItemsAnswer {
  const items: ImportItem[] = [];
  let depth = 0;
  let begin = start + 1;
  let line = lineAt(text, start);
  let beginLine = line;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '\n') line += 1;
    else if (character === '"') at = endOfString(text, at);
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    const ends = depth === 0;
    if (ends || (depth === 1 && character === ',')) {
      const element = text.slice(begin, at);
      const blank = element.length - element.trimStart().length;
      if (element.trim() !== '' || !ends || items.length > 0)
        items.push({ line: beginLine + newlines(element.slice(0, blank)), text: element.trim() });
      begin = at + 1;
      beginLine = line;
    }
    if (ends) return { ok: true, items };
  }
  return { ok: false, problem: { line, what: 'cutOff' } };
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

const newlines = (text: string): number => text.split('\n').length - 1;
const lineAt = (text: string, at: number): number => newlines(text.slice(0, at)) + 1;

/** Every record of a text that is no table, and what is wrong with the others. */
export function readItems(text: string, format: 'json' | 'ndjson'): { records: Read[]; problems: FileProblem[] } {
  const records: Read[] = [];
  const problems: FileProblem[] = [];
  const answer: ItemsAnswer = format === 'ndjson' ? { ok: true, items: ndjsonItems(text) } : jsonItems(text);
  if (!answer.ok) return { records, problems: [answer.problem] };
  for (const item of answer.items) {
    const parsed = parseJson(item.text, strangersLimits);
    if (!parsed.ok) problems.push(notRead(item.line, parsed.problem));
    else if (isJsonObject(parsed.value)) records.push({ ...item, value: parsed.value });
    else problems.push({ line: item.line, what: 'notRecord' });
  }
  return { records, problems };
}

function notRead(line: number, problem: JsonProblem): FileProblem {
  switch (problem.kind) {
    case 'malformed':
      return { line, what: 'notJson' };
    case 'duplicateKeys':
      return { line, what: 'fieldTwice' };
    case 'tooMany':
      return { line, what: 'tooManyValues', most: problem.maxValues };
    case 'tooDeep':
    case 'tooLong':
      return { line, what: problem.kind };
  }
}
