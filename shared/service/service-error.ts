import { isJsonObject, type JsonObject, type JsonValue } from '#shared/json/json.ts';

/** One detail of an error, both shapes joined ("Errors", "Error context, shape A/B"). `path` names the request field concerned. */
export interface ServiceErrorItem {
  type: string | null;
  message: string | null;
  clientMessage: string | null;
  path: string[] | null;
  context: JsonValue;
}

/** An error of shape A or B as the service sent it; unknown `type` values pass through verbatim. */
export interface ServiceError {
  name: string | null;
  type: string;
  message: string | null;
  errors: ServiceErrorItem[];
}

/** Values of `type` that are known ("Error context, shape A"); non-exhaustive. */
export const errorTypes = ['BAD_REQUEST', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE_CONTENT'] as const;
export type ErrorType = (typeof errorTypes)[number];

export function isErrorType(type: string): type is ErrorType {
  return errorTypes.some((known) => known === type);
}

/** Reads an error of shape A or B at the root of an answer or one level below; null when there is none. Never throws. */
export function readServiceError(value: JsonValue): ServiceError | null {
  if (!isJsonObject(value)) return null;
  const atRoot = errorOf(value);
  if (atRoot !== null) return atRoot;
  for (const member of Object.values(value)) {
    const nested = isJsonObject(member) ? errorOf(member) : null;
    if (nested !== null) return nested;
  }
  return null;
}

function errorOf(value: JsonObject): ServiceError | null {
  const type = textOf(value['type']);
  if (type === null) return null;
  const details = value['errors'];
  // A vendor has a `type` and a `name` too: without details only a known type makes an error. A gateway's problem document names a URI (RFC 9457).
  if (!isErrorType(type) && (!Array.isArray(details) || /[:/\s]/.test(type))) return null;
  const errors = (Array.isArray(details) ? details : []).flatMap(itemOf);
  const message = textOf(value['message']) ?? textOf(value['localizedMessage']);
  return { name: textOf(value['name']), type, message, errors };
}

function itemOf(item: JsonValue): ServiceErrorItem[] {
  if (typeof item === 'string') return [{ type: null, message: item, clientMessage: null, path: null, context: null }];
  if (!isJsonObject(item)) return [];
  const { type, message, clientMessage, path, context } = item;
  return [
    {
      type: textOf(type),
      message: textOf(message),
      clientMessage: textOf(clientMessage),
      path: Array.isArray(path) ? path.filter((step) => typeof step === 'string' || typeof step === 'number').map(String) : null,
      context: context ?? null,
    },
  ];
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/**
 * The form field that an error's path is about: `["body","paymentDate"]`, `["body.paymentDate"]` and `["paymentDate"]` all mean
 * `paymentDate`; a path into a field's inside means the field. Null when no field fits.
 */
export function fieldOfErrorPath(path: readonly string[], fields: readonly (readonly string[])[]): string[] | null {
  const steps = path.flatMap((step) => step.split(/[.[\]/]+/)).filter((step) => step !== '');
  let best: { field: readonly string[]; end: number } | null = null;
  for (const field of fields) {
    const end = lastOccurrence(steps, field);
    if (end === null) continue;
    const better = best === null || end > best.end || (end === best.end && field.length > best.field.length);
    if (better) best = { field, end };
  }
  return best === null ? null : [...best.field];
}

/** The end of the last run of steps that spells a field, or null. */
function lastOccurrence(steps: readonly string[], field: readonly string[]): number | null {
  for (let start = steps.length - field.length; start >= 0; start--) {
    if (field.length > 0 && field.every((step, index) => steps[start + index] === step)) return start + field.length;
  }
  return null;
}
