import { operations } from './operations.ts';
import type { Operation } from './operation.ts';
import type { Switches } from '#service/domain/switches.ts';

/** The match of a method and path: an operation with the path's id, a known path with another method, or none. */
export type Found =
  | { readonly kind: 'operation'; readonly operation: Operation; readonly id: string; readonly query: URLSearchParams }
  | { readonly kind: 'otherMethod'; readonly allowed: readonly string[] }
  | { readonly kind: 'nothing' };

const templates = operations.map((operation) => ({ operation, segments: operation.path.split('/') }));

function idIn(segments: readonly string[], template: readonly string[]): string | undefined {
  if (segments.length !== template.length) return undefined;
  let id = '';
  for (let i = 0; i < template.length; i++) {
    const wanted = template[i] ?? '';
    if (wanted.startsWith('{')) id = segments[i] ?? '';
    else if (wanted !== segments[i]) return undefined;
  }
  return id;
}

/** Finds the operation of a request. Operations that a switch hides are not found. */
export function findOperation(method: string, pathAndQuery: string, switches: Switches): Found {
  const mark = pathAndQuery.indexOf('?');
  const segments = (mark < 0 ? pathAndQuery : pathAndQuery.slice(0, mark)).split('/');
  const query = mark < 0 ? '' : pathAndQuery.slice(mark + 1);
  const allowed: string[] = [];
  for (const { operation, segments: template } of templates) {
    if (operation.only !== undefined && !switches[operation.only]) continue;
    const id = idIn(segments, template);
    if (id === undefined) continue;
    if (operation.method === method) return { kind: 'operation', operation, id, query: new URLSearchParams(query) };
    allowed.push(operation.method);
  }
  return allowed.length > 0 ? { kind: 'otherMethod', allowed } : { kind: 'nothing' };
}
