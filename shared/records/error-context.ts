import { z } from '#shared/zod.ts';
import { anything, boolean, enumeration, integer, object, objects, text, texts, type FieldOptions } from './field.ts';

const technical: FieldOptions = { group: 'technical' };

/** One detail of an error context of shape A. */
const errorItemA = z.looseObject({
  type: enumeration('records.field.code', technical),
  message: text('records.field.message', technical),
  path: texts('records.field.field', technical),
  context: anything('records.field.context'),
});

/** "Error context, shape A": the invoice receivable's `failureContext`. */
export const errorContextA = z.looseObject({
  name: text('records.field.name', technical),
  type: enumeration('records.field.type', technical),
  errors: objects('records.field.details', errorItemA, technical),
});

const errorItemB = z.looseObject({
  type: enumeration('records.field.code', technical),
  clientMessage: text('records.field.message', technical),
  message: text('records.field.internalMessage', technical),
  path: texts('records.field.field', technical),
  context: anything('records.field.context'),
});

const frame = z.looseObject({
  classLoaderName: text('records.field.classLoader', technical),
  moduleName: text('records.field.module', technical),
  moduleVersion: text('records.field.moduleVersion', technical),
  methodName: text('records.field.method', technical),
  fileName: text('records.field.file', technical),
  className: text('records.field.class', technical),
  lineNumber: integer('records.field.line', technical),
  nativeMethod: boolean('records.field.nativeMethod', technical),
});

const suppressed = z.looseObject({
  stackTrace: objects('records.field.stackTrace', frame, technical),
  message: text('records.field.message', technical),
  localizedMessage: text('records.field.localisedMessage', technical),
});

/** "Error context, shape B": the card transaction's and the vendor's `failureContext`. */
export const errorContextB = z.looseObject({
  type: enumeration('records.field.type', technical),
  errors: objects('records.field.details', errorItemB, technical),
  stackTrace: objects('records.field.stackTrace', frame, technical),
  message: text('records.field.message', technical),
  suppressed: objects('records.field.suppressed', suppressed, technical),
  localizedMessage: text('records.field.localisedMessage', technical),
  name: text('records.field.name', technical),
});

export const failureContextA = () => object('records.field.problem', errorContextA, technical);
export const failureContextB = () => object('records.field.problem', errorContextB, technical);
