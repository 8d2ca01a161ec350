import type { z } from 'zod';
import { readJson } from './json.ts';
import { refuse, type Refusal, type RefusalItem } from './refusal.ts';

/** A body that fits its schema, with the names of the fields that the schema does not know (they are ignored, and reported). */
export interface ReadBody {
  readonly kind: 'body';
  readonly value: unknown;
  readonly ignored: readonly string[];
}

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
  const parsed = schema.safeParse(raw, { reportInput: true });
  if (!parsed.success) return { kind: 'refusal', type: 'BAD_REQUEST', items: parsed.error.issues.map(itemOf) };
  return { kind: 'body', value: parsed.data, ignored: unknownFields(schema, raw) };
}

function itemOf(issue: z.core.$ZodIssue): RefusalItem {
  const path = issue.path.map(String);
  const missing = issue.input === undefined;
  const field = path.join('.') || 'body';
  return {
    code: missing ? 'FIELD_REQUIRED' : 'FIELD_INVALID',
    message: missing ? `${field} is required.` : `${field}: ${issue.message}.`,
    path,
  };
}

function unknownFields(schema: z.ZodType, raw: Record<string, unknown>): string[] {
  const shape = (schema as { shape?: Record<string, unknown> }).shape;
  return shape === undefined ? [] : Object.keys(raw).filter((key) => !Object.hasOwn(shape, key));
}
