import { z } from '#shared/zod.ts';
import { instant, text, uuid } from './field.ts';

/** "User comment": not a record of its own here; it belongs to the record that `resourceId` names. */
export const userComment = z.looseObject({
  id: uuid('records.field.identifier', { group: 'technical' }),
  companyId: uuid('records.field.company'),
  resourceId: uuid('records.field.attachedTo'),
  content: text('records.field.comment'),
  createdBy: uuid('records.field.writtenBy'),
  createdAt: instant('records.field.created'),
  updatedAt: instant('records.field.updated'),
});
