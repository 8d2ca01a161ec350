import type { CustomProperty } from '#service/domain/records/custom-property.ts';
import type { Cast } from './cast.ts';
import type { Choices } from './random.ts';

/** The custom properties of one seeded record: none to three groups, several values only where the group allows it. */
export function makeProperties(choices: Choices, cast: Cast): CustomProperty[] {
  return cast.groups.flatMap((group) => {
    if (!choices.chance(0.4)) return [];
    const wanted = group.multiple && choices.chance(0.4) ? 2 : 1;
    const from = choices.int(0, group.values.length - wanted);
    return [{ groupId: group.id, groupInternalName: group.internalName, values: group.values.slice(from, from + wanted) }];
  });
}
