import { z } from '#shared/zod.ts';
import { instant, text, uuid } from './field.ts';

/** "User comment": not a record of its own here; it belongs to the record that `resourceId` names. */
export const userComment = z.looseObject({
  id: uuid('Identifier', { group: 'technical' }),
  companyId: uuid('Company'),
  resourceId: uuid('Attached to'),
  content: text('Comment'),
  createdBy: uuid('Written by'),
  createdAt: instant('Created'),
  updatedAt: instant('Updated'),
});
