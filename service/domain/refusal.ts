import { writeJson } from './json.ts';

/**
 * The error types of the specification ("Errors"), and three that show clients that the list is not exhaustive. The specification shows no HTTP
 * status; these are the sandbox's choice.
 */
export const refusalTypes = {
  BAD_REQUEST: { status: 400, name: 'BadRequestError' },
  UNAUTHORIZED: { status: 401, name: 'UnauthorizedError' },
  FORBIDDEN: { status: 403, name: 'ForbiddenError' },
  NOT_FOUND: { status: 404, name: 'NotFoundError' },
  CONFLICT: { status: 409, name: 'ConflictError' },
  UNPROCESSABLE_CONTENT: { status: 422, name: 'UnprocessableContentError' },
  TOO_MANY_REQUESTS: { status: 429, name: 'TooManyRequestsError' },
  SERVICE_UNAVAILABLE: { status: 503, name: 'ServiceUnavailableError' },
  INTERNAL_ERROR: { status: 500, name: 'InternalError' },
};
export type RefusalType = keyof typeof refusalTypes;

/** One detail of a refusal: a stable code, a sentence for people, and the request field concerned. */
export interface RefusalItem {
  readonly code: string;
  readonly message: string;
  readonly path: readonly string[] | null;
  readonly context?: Readonly<Record<string, unknown>>;
}

/** A request that the service refuses; nothing was changed. */
export interface Refusal {
  readonly kind: 'refusal';
  readonly type: RefusalType;
  readonly items: readonly RefusalItem[];
}

/** The specification's two error shapes. */
export type ErrorShape = 'A' | 'B';

/** Makes a refusal with one item. `path` names the request field concerned, or null. */
export function refuse(
  type: RefusalType,
  code: string,
  message: string,
  path: readonly string[] | null = null,
  context?: Readonly<Record<string, unknown>>,
): Refusal {
  return { kind: 'refusal', type, items: [{ code, message, path, ...(context === undefined ? {} : { context }) }] };
}

/** Error context of shape A ("Error context, shape A"). */
export function shapeA(refusal: Refusal): object {
  return {
    name: refusalTypes[refusal.type].name,
    type: refusal.type,
    errors: refusal.items.map((item) => ({ type: item.code, message: item.message, path: item.path, context: item.context ?? null })),
  };
}

/** Error context of shape B ("Error context, shape B"). */
export function shapeB(refusal: Refusal): object {
  const message = refusal.items[0]?.message ?? refusalTypes[refusal.type].name;
  const errors = refusal.items.map((item) => ({
    type: item.code,
    clientMessage: item.message,
    message: `${item.code}: ${item.message}`,
    path: item.path ?? [],
    context: item.context ?? {},
  }));
  const frame = {
    classLoaderName: 'app',
    moduleName: 'sandbox.domain',
    moduleVersion: '1.0.0',
    methodName: 'apply',
    fileName: 'handle.ts',
    className: 'Operation',
    lineNumber: 1,
    nativeMethod: false,
  };
  return {
    type: refusal.type,
    errors,
    stackTrace: [frame],
    message,
    suppressed: [],
    localizedMessage: message,
    name: refusalTypes[refusal.type].name,
  };
}

/** The body text of a refusal in the shape asked for. */
export function refusalText(refusal: Refusal, shape: ErrorShape): string {
  return writeJson(shape === 'A' ? shapeA(refusal) : shapeB(refusal));
}
