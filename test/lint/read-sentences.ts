import { parse as parseSvelte } from 'svelte/compiler';

/** The sentences that a source file can say to a person: its texts, split into sentences, with … where a value stands. */

interface Node {
  type: string;
  [member: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Texts for programs and for logs: names of commits, what is thrown for a bug. */
const unsaid = new Set(['commit', 'error', 'info', 'warn', 'debug', 'Error', 'TypeError', 'RangeError', 'exec', 'prepare', 'passing']);
const unseen = new Set(['class', 'style', 'd', 'viewBox']);
const skipped = new Set(['parent', 'source', 'type', 'loc', 'range', 'start', 'end', 'css', 'tokens', 'comments']);

function nameOfCallee({ callee }: Node): unknown {
  if (!isNode(callee)) return null;
  if (callee.type === 'Identifier') return callee['name'];
  return isNode(callee['property']) ? callee['property']['name'] : null;
}

/** What stands between tags is one text; a value in it is a hole, a tag or a block ends it. */
function textsOfFragment(nodes: readonly Node[]): string[] {
  const marked = nodes.map((node) => {
    if (node.type === 'Text') return String(node['data']);
    if (node.type === 'ExpressionTag') return '…';
    return node.type === 'Comment' || node.type === 'ConstTag' ? '' : '\n\n';
  });
  return marked.join('').split(/\n\n/);
}

function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isNode(value)) return [];
  const { type } = value;
  if (/^(?:Import|ExportAll|StyleSheet|TaggedTemplate)/.test(type)) return [];
  if (type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(type)) return [];
  if ((type === 'CallExpression' || type === 'NewExpression') && unsaid.has(String(nameOfCallee(value)))) return [];
  if (type === 'Literal') return typeof value['value'] === 'string' ? [value['value']] : [];
  if (type === 'Attribute') return textsOfAttribute(value);
  const inside = Object.entries(value).flatMap(([name, member]) => {
    const isKey = type === 'Property' && name === 'key' && value['computed'] !== true;
    return skipped.has(name) || isKey ? [] : textsIn(member);
  });
  if (type === 'Fragment') return [...textsOfFragment(value['nodes'] as Node[]), ...inside];
  if (type !== 'TemplateLiteral') return inside;
  const parts = (value['quasis'] as Node[]).map((part) => (part['value'] as { cooked: string }).cooked);
  return [parts.join('…'), ...inside];
}

function textsOfAttribute(attribute: Node): string[] {
  const { value, name } = attribute;
  if (!Array.isArray(value) || unseen.has(String(name))) return Array.isArray(value) ? [] : textsIn(value);
  const parts = value as Node[];
  return [parts.map((part) => (part.type === 'Text' ? String(part['data']) : '…')).join(''), ...textsIn(parts)];
}

/** The sentences of one source; `file` says by its end how it is read. */
export function sentencesOf(file: string, text: string): string[] {
  const source = file.endsWith('.svelte') ? text : `<script lang="ts" module>\n${text}\n</script>`;
  return textsOfSvelte(source)
    .map((one) => one.replace(/\s+/g, ' ').trim())
    .flatMap((one) => one.split(/(?<=[.?!:]) (?=[A-Z…“])/));
}

function textsOfSvelte(text: string): string[] {
  const { fragment, instance, module } = parseSvelte(text, { modern: true });
  return [fragment, instance?.content, module?.content].flatMap(textsIn);
}

/** Lower-case words with one space between, so that a quotation in a test is found whatever its quotes and escapes are. */
export function wordsOf(text: string): string {
  const words = text
    .replaceAll('\\', '')
    .replace(/(\p{L})'(?=\p{L})/gu, '$1’')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}’…]+/gu, ' ');
  return ` ${words.trim()} `;
}

/** Runs of four words of a sentence (all of a shorter part): one of them stands in every test that speaks of it. */
export function runsOf(sentence: string): string[] {
  return sentence.split('…').flatMap((part) => {
    const words = wordsOf(part).trim().split(' ');
    const length = Math.min(4, words.length);
    if (words.length < 2) return [];
    return Array.from({ length: words.length - length + 1 }, (_, at) => ` ${words.slice(at, at + length).join(' ')} `);
  });
}
