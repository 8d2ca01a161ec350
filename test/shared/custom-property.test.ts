import { describe, expect, it } from 'vitest';
import { customPropertyInput, inputOfProperties, overlayProperties, showsProperty } from '#shared/records/custom-property.ts';

const known = (values: { id?: string; label?: string; internalName?: string }[]) => [
  { groupId: 'g', groupInternalName: 'project', values },
];

describe('custom properties', () => {
  it('are written in another shape than read: ids as ids, values without one inline', () => {
    const read = [
      {
        groupId: 'g',
        groupInternalName: 'project',
        values: [{ id: 'a', label: 'A' }, { id: 'b' }, { label: 'typed' }, { internalName: 'inner' }, {}],
      },
      { groupId: 'empty', values: [] },
      { groupId: 'absent' },
      { groupInternalName: 'nameless', values: [{ id: 'lost' }] },
      'nonsense',
    ];
    const written = [
      { groupId: 'g', valueIds: ['a', 'b'], inlineValues: ['typed', 'inner'] },
      { groupId: 'empty', valueIds: [] },
      { groupId: 'absent', valueIds: [] },
    ];
    expect(inputOfProperties(read)).toEqual(written);
    for (const input of written) expect(customPropertyInput.safeParse(input).success).toBe(true);
    for (const nothing of [null, undefined, 'x', {}]) expect(inputOfProperties(nothing)).toEqual([]);
  });

  it('written back unchanged, show what they were', () => {
    const read = known([{ id: 'a', label: 'A' }, { label: 'typed' }]);
    const inputs = inputOfProperties(read);
    expect(overlayProperties(read, inputs)).toEqual(read);
    expect(inputs.every((input) => showsProperty(read, input))).toBe(true);
  });

  it('show an input only with exactly its values', () => {
    const input = { groupId: 'g', valueIds: ['a'], inlineValues: ['typed'] };
    expect(showsProperty(known([{ id: 'new', label: 'typed' }, { id: 'a' }]), input)).toBe(true);
    expect(showsProperty(known([{ id: 'a' }, { internalName: 'typed' }]), input)).toBe(true);
    expect(showsProperty(known([{ id: 'a' }]), input)).toBe(false);
    expect(showsProperty(known([{ id: 'a' }, { label: 'typed' }, { id: 'more' }]), input)).toBe(false);
    expect(showsProperty(known([]), { groupId: 'g', valueIds: [] })).toBe(true);
    expect(showsProperty([], { groupId: 'g', valueIds: [] })).toBe(true);
    expect(showsProperty(null, input)).toBe(false);
  });
});
