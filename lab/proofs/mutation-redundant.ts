import ts from 'typescript';
import type { Mutant } from './mutation-sandbox.ts';

const negations = new Map([
  ['===', '!=='],
  ['!==', '==='],
  ['<', '>='],
  ['>=', '<'],
  ['>', '<='],
  ['<=', '>'],
]);

/**
 * Leaves out the mutants that say nothing which another one of the same expression does not say harder: a negation is noticed wherever
 * *always true* or *always false* is; `a && b` for `a || b` wherever one side alone is; an emptied `if` is one whose condition never holds.
 * Without them the share that is noticed is smaller, not larger.
 */
export function worthTrying(source: string, mutants: readonly Mutant[]): Mutant[] {
  const tree = ts.createSourceFile('a.ts', source, ts.ScriptTarget.Latest, true);
  const lines = tree.getLineStarts();
  const rangeOf = ({ start, end }: Mutant) => `${(lines[start.line] ?? 0) + start.column}-${(lines[end.line] ?? 0) + end.column}`;
  const has = new Set(mutants.map((one) => `${rangeOf(one)} ${one.instead}`));
  const nodes = new Map<string, ts.Node>();
  const visit = (node: ts.Node) => {
    const range = `${node.getStart(tree)}-${node.end}`;
    // Of several nodes of one range the outermost is met first, the innermost counts.
    nodes.set(range, node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  const tries = (node: ts.Node, instead: string) => has.has(`${node.getStart(tree)}-${node.end} ${instead}`);
  const seen = new Set<string>();
  return mutants.filter((one) => {
    const range = rangeOf(one);
    const twin = `${range} ${one.instead}`;
    if (seen.has(twin)) return false;
    seen.add(twin);
    const node = nodes.get(range);
    return !node || !isSaidHarder(node, one, tries);
  });
}

type Tries = (node: ts.Node, instead: string) => boolean;

function isSaidHarder(node: ts.Node, { what, instead }: Mutant, tries: Tries): boolean {
  if (ts.isBlock(node)) {
    const { parent } = node;
    return ts.isIfStatement(parent) && parent.thenStatement === node && !parent.elseStatement && tries(parent.expression, 'false');
  }
  const isEither = ['true', 'false'].every((always) => tries(node, always) || isTheWhole(node, always, tries));
  if (ts.isPrefixUnaryExpression(node)) return what === 'BooleanLiteral' && isEither;
  if (!ts.isBinaryExpression(node)) return false;
  const { left, right } = node;
  const operator = node.operatorToken.getText();
  if (what === 'EqualityOperator') return isEither && operatorOf(instead) === negations.get(operator);
  if (what !== 'LogicalOperator') return false;
  const neutral = operator === '&&' ? 'true' : 'false';
  return (operator === '&&' || operator === '||') && tries(inner(left), neutral) && tries(inner(right), neutral);
}

/** One side of `&&` that never holds, or of `||` that always does, decides for the whole. */
function isTheWhole(node: ts.Node, instead: string, tries: Tries): boolean {
  let whole = node.parent;
  while (ts.isParenthesizedExpression(whole)) whole = whole.parent;
  if (!ts.isBinaryExpression(whole)) return false;
  const operator = whole.operatorToken.kind;
  const decides = operator === ts.SyntaxKind.AmpersandAmpersandToken ? 'false' : operator === ts.SyntaxKind.BarBarToken ? 'true' : '';
  return decides === instead && tries(whole, instead);
}

const inner = (node: ts.Expression): ts.Expression => (ts.isParenthesizedExpression(node) ? inner(node.expression) : node);

function operatorOf(text: string): string | undefined {
  const [statement] = ts.createSourceFile('a.ts', `(${text})`, ts.ScriptTarget.Latest, true).statements;
  const whole = statement && ts.isExpressionStatement(statement) ? inner(statement.expression) : undefined;
  return whole && ts.isBinaryExpression(whole) ? whole.operatorToken.getText() : undefined;
}
