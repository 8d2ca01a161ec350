import { z } from '#shared/zod.ts';
import { anything, boolean, enumeration, integer, object, objects, text, texts, type FieldOptions } from './field.ts';

const technical: FieldOptions = { group: 'technical' };

/** One detail of an error context of shape A. */
const errorItemA = z.looseObject({
  type: enumeration('Code', technical),
  message: text('Message', technical),
  path: texts('Field', technical),
  context: anything('Context'),
});

/** "Error context, shape A": the invoice receivable's `failureContext`. */
export const errorContextA = z.looseObject({
  name: text('Name', technical),
  type: enumeration('Type', technical),
  errors: objects('Details', errorItemA, technical),
});

const errorItemB = z.looseObject({
  type: enumeration('Code', technical),
  clientMessage: text('Message', technical),
  message: text('Internal message', technical),
  path: texts('Field', technical),
  context: anything('Context'),
});

const frame = z.looseObject({
  classLoaderName: text('Class loader', technical),
  moduleName: text('Module', technical),
  moduleVersion: text('Module version', technical),
  methodName: text('Method', technical),
  fileName: text('File', technical),
  className: text('Class', technical),
  lineNumber: integer('Line', technical),
  nativeMethod: boolean('Native method', technical),
});

const suppressed = z.looseObject({
  stackTrace: objects('Stack trace', frame, technical),
  message: text('Message', technical),
  localizedMessage: text('Localised message', technical),
});

/** "Error context, shape B": the card transaction's and the vendor's `failureContext`. */
export const errorContextB = z.looseObject({
  type: enumeration('Type', technical),
  errors: objects('Details', errorItemB, technical),
  stackTrace: objects('Stack trace', frame, technical),
  message: text('Message', technical),
  suppressed: objects('Suppressed', suppressed, technical),
  localizedMessage: text('Localised message', technical),
  name: text('Name', technical),
});

export const failureContextA = () => object('Problem', errorContextA, technical);
export const failureContextB = () => object('Problem', errorContextB, technical);
