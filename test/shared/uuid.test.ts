import { expect, test } from 'vitest';
import { uuidIn } from '#shared/values/uuid.ts';

const lower = '0f2c84fe-8770-4a1b-9c3d-00a1b2c3d4e5';

test('an identifier is the same in every case, and what only looks like one is none', () => {
  expect(uuidIn(lower)).toBe(lower);
  expect(uuidIn(lower.toUpperCase())).toBe(lower);
  expect(uuidIn(`0F2c${lower.slice(4)}`)).toBe(lower);
  for (const none of ['', ` ${lower}`, `${lower}0`, lower.replace('f', 'g'), lower.replaceAll('-', ''), `{${lower}}`])
    expect(uuidIn(none)).toBeNull();
});
