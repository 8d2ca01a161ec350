import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

// Which refusals the code of main/app can throw for each procedure, read from its text: calls by name are followed through its own files, and a
// code is what is in a call of `refuse`.

const root = path.resolve(import.meta.dirname, '..', '..');
const room = path.join(root, 'main', 'app');

interface File {
  /** Functions by the name that calls them; a method of a class by its own. */
  functions: Map<string, ts.Node>;
  /** The file and name behind each import from this room. */
  imports: Map<string, { file: string; name: string }>;
  tree: ts.SourceFile;
}

const everyNode = (node: ts.Node): ts.Node[] => {
  const nodes: ts.Node[] = [node];
  for (const inner of nodes) ts.forEachChild(inner, (child) => void nodes.push(child));
  return nodes;
};

function fileOf(text: string, at: string): File {
  const tree = ts.createSourceFile(at, text, ts.ScriptTarget.Latest, true);
  const [functions, imports]: [File['functions'], File['imports']] = [new Map(), new Map()];
  for (const node of everyNode(tree)) {
    if ((ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.name) functions.set(node.name.getText(), node);
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isArrowFunction(node.initializer))
      functions.set(node.name.getText(), node.initializer);
    if (ts.isImportSpecifier(node)) imports.set(node.name.text, { file: fromRoom(node, at), name: (node.propertyName ?? node.name).text });
  }
  return { functions, imports, tree };
}

function fromRoom(specifier: ts.ImportSpecifier, at: string): string {
  const said = (specifier.parent.parent.parent.moduleSpecifier as ts.StringLiteral).text;
  return said.startsWith('.') ? path.join(path.dirname(at), said) : said.replace(/^#/, `${root}/`);
}

const paths = readdirSync(room, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
const files = new Map(paths.map((name) => path.join(room, name)).map((at) => [at, fileOf(readFileSync(at, 'utf8'), at)]));
const refuse = { file: path.join(room, 'refusals/refuse.ts'), name: 'refuse' };
const services = path.join(room, 'app-services.ts');

/** The declaration of the called function; null for another room. */
function calledBy(call: ts.CallExpression, at: string): { file: string; name: string } | null {
  const { expression } = call;
  if (ts.isPropertyAccessExpression(expression) && ['services', 'this'].includes(expression.expression.getText()))
    return { file: services, name: expression.name.text };
  if (!ts.isIdentifier(expression)) return null;
  return files.get(at)?.functions.has(expression.text)
    ? { file: at, name: expression.text }
    : (files.get(at)?.imports.get(expression.text) ?? null);
}

/** The codes that the code under a node can refuse with. */
function codesUnder(node: ts.Node, at: string, seen = new Set<ts.Node>()): string[] {
  if (seen.has(node)) return [];
  seen.add(node);
  return everyNode(node).flatMap((inner) => {
    if (!ts.isCallExpression(inner)) return [];
    const called = calledBy(inner, at);
    if (called?.file === refuse.file && called.name === refuse.name) return literalsIn(inner.arguments[0]);
    const body = called && files.get(called.file)?.functions.get(called.name);
    return body ? codesUnder(body, called.file, seen) : [];
  });
}

const literalsIn = (node: ts.Node | undefined): string[] =>
  node ? everyNode(node).flatMap((inner) => (ts.isStringLiteral(inner) ? inner.text : [])) : [];

/** The area whose procedures a router's function answers: `{ area: os }`. */
function areaOf(node: ts.Node): string {
  for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent) {
    const first = ts.isFunctionDeclaration(at) ? at.parameters[0]?.name : undefined;
    const bound = first && ts.isObjectBindingPattern(first) ? first.elements.find(({ name }) => name.getText() === 'os') : undefined;
    if (bound?.propertyName) return bound.propertyName.getText();
  }
  throw new Error(`no area around ${node.getText()}`);
}

const handled = /^os\.(\w+)\.handler$/;

/** For each procedure, by `area.name`, the codes that its handler can refuse with, sorted. */
export function refusalsThrown(): Map<string, string[]> {
  const thrown = new Map<string, string[]>();
  for (const [at, { tree }] of files)
    for (const node of everyNode(tree)) {
      const name = ts.isCallExpression(node) && handled.exec(node.expression.getText())?.[1];
      if (name) thrown.set(`${areaOf(node)}.${name}`, [...new Set(codesUnder(node, at))].sort());
    }
  return thrown;
}
