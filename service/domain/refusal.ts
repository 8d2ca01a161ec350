import { writeJson } from './json.ts';

/** The error types of the specification ("Errors"), plus TOO_MANY_REQUESTS, which shows clients that the list is not exhaustive. */
export type RefusalType =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'UNPROCESSABLE_CONTENT'
  | 'TOO_MANY_REQUESTS'
  | 'SERVICE_UNAVAILABLE'
  | 'INTERNAL_ERROR';

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

/** HTTP status of each error type. The specification shows none; these are the sandbox's choice. */
export const statusOf: Readonly<Record<RefusalType, number>> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  UNPROCESSABLE_CONTENT: 422,
  TOO_MANY_REQUESTS: 429,
  SERVICE_UNAVAILABLE: 503,
  INTERNAL_ERROR: 500,
};

const nameOf: Readonly<Record<RefusalType, string>> = {
  BAD_REQUEST: 'BadRequestError',
  UNAUTHORIZED: 'UnauthorizedError',
  FORBIDDEN: 'ForbiddenError',
  NOT_FOUND: 'NotFoundError',
  CONFLICT: 'ConflictError',
  UNPROCESSABLE_CONTENT: 'UnprocessableContentError',
  TOO_MANY_REQUESTS: 'TooManyRequestsError',
  SERVICE_UNAVAILABLE: 'ServiceUnavailableError',
  INTERNAL_ERROR: 'InternalError',
};

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
    name: nameOf[refusal.type],
    type: refusal.type,
    errors: refusal.items.map((item) => ({ type: item.code, message: item.message, path: item.path, context: item.context ?? null })),
  };
}

/** Error context of shape B ("Error context, shape B"). */
export function shapeB(refusal: Refusal): object {
  const message = refusal.items[0]?.message ?? nameOf[refusal.type];
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
    name: nameOf[refusal.type],
  };
}

/** The body text of a refusal in the shape asked for. */
export function refusalText(refusal: Refusal, shape: ErrorShape): string {
  return writeJson(shape === 'A' ? shapeA(refusal) : shapeB(refusal));
}
