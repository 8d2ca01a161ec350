import { z } from 'zod';
import { text } from '#service/domain/fields.ts';

const context = z.record(z.string(), z.unknown());
const itemA = z.object({ type: text, message: text, path: z.array(text).nullable(), context: context.nullable() });
const itemB = z.object({ type: text, clientMessage: text, message: text, path: z.array(text), context });
const frame = z.object({
  classLoaderName: text,
  moduleName: text,
  moduleVersion: text,
  methodName: text,
  fileName: text,
  className: text,
  lineNumber: z.int(),
  nativeMethod: z.boolean(),
});

export const errorContextA = z.object({ name: text, type: text, errors: z.array(itemA) });
export const errorContextB = z.object({
  type: text,
  errors: z.array(itemB),
  stackTrace: z.array(frame),
  message: text,
  suppressed: z.array(z.object({ stackTrace: z.array(frame), message: text, localizedMessage: text })),
  localizedMessage: text,
  name: text,
});
