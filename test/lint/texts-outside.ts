import { readFileSync } from 'node:fs';
import { parse } from 'svelte/compiler';

interface Node {
  type: string;
  [key: string]: unknown;
}

/** Attributes whose text a user reads or hears, whatever it looks like. */
const readAttributes = new Set(['aria-label', 'alt', 'description', 'detail', 'hint', 'label', 'message', 'placeholder', 'text', 'title']);
const technical = new Set(['class', 'style', 'generics', 'd', 'viewBox', 'accept', 'autocomplete', 'tabindex']);

const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text);
/** Words with a space beside them, or one that begins with a capital: what is neither is a name for the program. */
const isProse = (text: string): boolean =>
  hasWord(text) && (/\p{L}[’.,:…]? | \p{L}{2}/u.test(text.replace(/\s+/g, ' ')) || /^[“(]?\p{Lu}\p{Ll}+[.…:!?]?$/u.test(text));

/** The texts of a file that a user may read and that come from no catalogue. */
export function textsOutside(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const isPage = file.endsWith('.svelte');
  const tree = parse(isPage ? source : `<script lang="ts">\n${source}\n</script>`, { modern: true }) as unknown as Node;
  const found: string[] = [];
  visit(tree, null, found);
  return found;
}

function visit(node: Node, attribute: string | null, found: string[]): void {
  if (skipped(node)) return;
  const text = textIn(node);
  if (text !== null && isRead(node, text, attribute)) found.push(text.trim());
  const within = node.type === 'Attribute' ? (node['name'] as string) : attribute;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'metadata' || key === 'css' || (key === 'key' && !node['computed'])) continue;
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
      if (child !== null && typeof child === 'object' && 'type' in child) visit(child as Node, within, found);
  }
}

/** Methods that take a selector. */
const selecting = /^(?:closest|matches|matchMedia|querySelector(?:All)?)$/;

/** Imports, types, styles, selectors, what is thrown for the log, and ids of messages. */
function skipped(node: Node): boolean {
  if (/^(Import|ExportAll|TSType|TSInterface|TSLiteral|TSUnion|Comment|StyleDirective)/.test(node.type)) return true;
  const callee = node['callee'] as Node | undefined;
  if (node.type === 'NewExpression') return /Error$|^NotLaunched$/.test(String(callee?.['name']));
  const method = callee?.['property'] as Node | undefined;
  return node.type === 'CallExpression' && (callee?.['name'] === 't' || selecting.test(String((method ?? callee)?.['name'])));
}

function textIn(node: Node): string | null {
  if (node.type === 'Text') return String(node['data']);
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  return node.type === 'TemplateElement' ? String((node['value'] as { cooked: string }).cooked) : null;
}

/** Tags of markup, whole or cut by a value, and styles. */
const markup = /<style[^>]*>[^]*?(?:<\/style>|$)|<[^<>]*>|^[^<>]*>|<[^<>]*$/g;

function isRead(node: Node, read: string, attribute: string | null): boolean {
  const text = node.type !== 'Text' && read.includes('<') ? read.replace(markup, ' ') : read;
  if (attribute !== null && technical.has(attribute)) return false;
  if (node.type !== 'Text') return isProse(text);
  return attribute === null || readAttributes.has(attribute) ? hasWord(text) : isProse(text);
}
