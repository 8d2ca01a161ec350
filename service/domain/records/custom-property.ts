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

/** A custom property of a record. */
export type CustomProperty = z.infer<typeof customProperty>;
/** A value of a custom property. */
export type CustomPropertyValue = z.infer<typeof customPropertyValue>;
/** A custom property as an update body carries it. */
export type CustomPropertyInput = z.infer<typeof customPropertyInput>;
