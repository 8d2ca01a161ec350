import { isJsonObject, type JsonObject, type JsonValue } from '#shared/json/json.ts';
import { uuidIn } from '#shared/values/uuid.ts';
import type { ReferenceKind } from './reference-kind.ts';
import { holderName, referencePlaces, type PlaceHolder } from './reference-places.ts';

/** One reference that a record or a body holds. `label` is what the record itself calls it (custom properties do). */
export interface HeldReference {
  kind: ReferenceKind;
  /** Lower case. */
  id: string;
  /** Its number among the places of its kind. */
  place: number;
  label: string | null;
}

/** A tree of the fields that lead to references, so that a record is walked only where they are. */
interface Branch {
  held: { kind: ReferenceKind; place: number } | null;
  under: [string, Branch][];
}

/** Asked before the form of each text: most texts are none. */
const uuidLength = 36;

const trees = plantTrees();

function plantTrees(): Map<string, Branch> {
  const roots = new Map<string, Branch>();
  for (const [kind, places] of Object.entries(referencePlaces) as [ReferenceKind, readonly string[]][]) {
    for (const [number, place] of places.entries()) {
      const [holder = '', ...path] = place.split('.');
      const root = roots.get(holder) ?? { held: null, under: [] };
      roots.set(holder, root);
      branchAt(root, path).held = { kind, place: number };
    }
  }
  return roots;
}

function branchAt(root: Branch, path: readonly string[]): Branch {
  let at = root;
  for (const step of path) {
    const known = at.under.find(([name]) => name === step)?.[1];
    const next = known ?? { held: null, under: [] };
    if (!known) at.under.push([step, next]);
    at = next;
  }
  return at;
}

/** Every reference in a record or a body, in the order of the table; what is no UUID is none. */
export function referencesIn(holder: PlaceHolder, value: JsonObject): HeldReference[] {
  const found: HeldReference[] = [];
  const root = trees.get(holderName(holder));
  if (root) walk(root, value, null, found);
  return found;
}

function walk(branch: Branch, value: JsonValue | undefined, parent: JsonObject | null, found: HeldReference[]): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(branch, item, parent, found);
  } else if (typeof value === 'string') {
    const { held } = branch;
    const id = held && value.length === uuidLength ? uuidIn(value) : null;
    if (held && id !== null) found.push({ kind: held.kind, place: held.place, id, label: labelOf(held.kind, parent) });
  } else if (isJsonObject(value)) {
    for (const [name, under] of branch.under) {
      const item = value[name];
      if (item !== undefined && item !== null) walk(under, item, value, found);
    }
  }
}

/** Names of custom properties and their values, as a record gives them ("Custom property"). */
function labelOf(kind: ReferenceKind, parent: JsonObject | null): string | null {
  if (!parent) return null;
  if (kind === 'customPropertyGroup') return textOf(parent['groupInternalName']);
  if (kind === 'customPropertyValue') return textOf(parent['label']) ?? textOf(parent['internalName']);
  return null;
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
