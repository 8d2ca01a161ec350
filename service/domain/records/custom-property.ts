import { z } from 'zod';
import { dateTime, text, uuid } from '#service/domain/fields.ts';

/** Custom property value, as records show it. */
export const customPropertyValue = z.object({
  id: uuid,
  groupId: uuid,
  groupInternalName: text,
  companyId: uuid,
  internalName: text,
  label: text,
  context: text.nullable(),
  createdAt: dateTime,
  updatedAt: dateTime,
});

/** Custom property, as records show it. */
export const customProperty = z.object({ groupId: uuid, groupInternalName: text, values: z.array(customPropertyValue) });

/** Custom property, as update bodies carry it. */
export const customPropertyInput = z.object({
  groupId: uuid,
  valueIds: z.array(uuid).nullish(),
  inlineValues: z.array(text).nullish(),
});

export type CustomProperty = z.infer<typeof customProperty>;
export type CustomPropertyValue = z.infer<typeof customPropertyValue>;
export type CustomPropertyInput = z.infer<typeof customPropertyInput>;
