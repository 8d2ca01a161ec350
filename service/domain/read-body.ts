import type { z } from 'zod';
import { readJson } from './json.ts';
import type { Refusal, RefusalItem } from './refusal.ts';
import { refuse } from './refusal.ts';

/** A body that fits its schema, with the names of the fields that the schema does not know (they are ignored, and reported). */
export interface ReadBody {
  readonly kind: 'body';
  readonly value: unknown;
  readonly ignored: readonly string[];
}

type Issue = z.core.$ZodIssue;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a request body strictly: text that is not a JSON object, or a field of the wrong type, is BAD_REQUEST with the field's path. */
export function readBody(schema: z.ZodType, bodyText: string): ReadBody | Refusal {
  let raw: unknown;
  try {
    raw = readJson(bodyText);
  } catch {
    return refuse('BAD_REQUEST', 'MALFORMED_JSON', 'The body is not valid JSON.');
  }
  if (!isObject(raw)) return refuse('BAD_REQUEST', 'MALFORMED_BODY', 'The body must be a JSON object.');
  const parsed = schema.safeParse(raw);
  if (!parsed.success) return { kind: 'refusal', type: 'BAD_REQUEST', items: parsed.error.issues.map((issue) => itemOf(issue, raw)) };
  return { kind: 'body', value: parsed.data, ignored: unknownFields(schema, raw) };
}

function itemOf(issue: Issue, raw: unknown): RefusalItem {
  const path = issue.path.map(String);
  const missing = valueAt(raw, path) === undefined;
  const field = path.join('.') || 'body';
  return {
    code: missing ? 'FIELD_REQUIRED' : 'FIELD_INVALID',
    message: missing ? `${field} is required.` : `${field}: ${issue.message}.`,
    path,
  };
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined),
    value,
  );
}

function unknownFields(schema: z.ZodType, raw: Record<string, unknown>): string[] {
  const shape = (schema as { shape?: Record<string, unknown> }).shape;
  if (shape === undefined) return [];
  const unknown: string[] = [];
  for (const key in raw) if (!Object.hasOwn(shape, key)) unknown.push(key);
  return unknown;
}
