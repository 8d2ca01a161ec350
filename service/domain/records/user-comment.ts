import { z } from 'zod';
import { dateTime, text, uuid } from '#service/domain/fields.ts';

/** User comment ("User comment"). */
export const userComment = z.object({
  id: uuid,
  companyId: uuid,
  resourceId: uuid,
  content: text,
  createdBy: uuid,
  createdAt: dateTime,
  updatedAt: dateTime,
});

export type UserComment = z.infer<typeof userComment>;
