import { describe, expect, it } from 'vitest';
import { jwtFacts, learnUnit, plannedLifeMs, readTokens, type Tokens } from '#main/accounts/oauth/tokens.ts';
import { jwt } from '#test/accounts/token-server.ts';

const tokens = (accessToken: string, expiresIn: number | null): Tokens => ({ accessToken, refreshToken: 'r', expiresIn });
const hour = jwt({ iat: 100, exp: 3_700 });

describe('expires_in has no unit', () => {
  it.each([
    [3_600, 'seconds'],
    [3_590, 'seconds'],
    [3_600_000, 'milliseconds'],
    [60, 'minutes'],
    [7, null],
    [null, null],
  ])('%s beside a JWT of an hour: %s', (expiresIn, unit) => {
    expect(learnUnit(tokens(hour, expiresIn))).toBe(unit);
  });

  it('learns nothing from a token of another form', () => {
    for (const token of ['opaque', 'a.b.c', jwt({}), jwt({ exp: 5 }), jwt({ iat: 9, exp: 3 }), jwt({ iat: 9, exp: 9 }), `${hour}.x`])
      expect(learnUnit(tokens(token, 60))).toBeNull();
  });

  it.each([
    ['the JWT first', tokens(hour, 1), null, 3_600_000],
    ['else the learned unit', tokens('opaque', 90), 'minutes', 5_400_000],
    ['else seconds', tokens('opaque', 90), null, 90_000],
    ['at least a minute', tokens('opaque', 5), null, 60_000],
    ['the JWT’s word only where it ends after it began', tokens(jwt({ iat: 9, exp: 3 }), 90), null, 90_000],
    ['at most a day', tokens('opaque', 10_000_000), null, 86_400_000],
    ['unknown', tokens('opaque', null), null, null],
  ] as const)('plans with %s', (_name, given, unit, ms) => {
    expect(plannedLifeMs(given, unit)).toBe(ms);
  });
});

describe('a token response', () => {
  it('is read with or without its optional parts', () => {
    expect(readTokens({ access_token: 'a', refresh_token: 'r', expires_in: 60 })).toEqual({
      accessToken: 'a',
      refreshToken: 'r',
      expiresIn: 60,
    });
    expect(readTokens({ access_token: 'a', expires_in: '60', token_type: 'Bearer' })).toEqual({
      accessToken: 'a',
      refreshToken: null,
      expiresIn: 60,
    });
    for (const none of [-1, 0, 'soon']) expect(readTokens({ access_token: 'a', expires_in: none })).toMatchObject({ expiresIn: null });
  });

  it('is refused when its token could break a header', () => {
    for (const token of ['', 'a b', 'a\r\nX: y', 'é', 7, null, undefined]) expect(readTokens({ access_token: token })).toBeNull();
  });
});

it('tells company and user from a JWT, by any text that it gives', () => {
  const user = '00000000-0000-4000-8000-00000000A001';
  expect(jwtFacts(jwt({ sub: user, companyId: user }))).toMatchObject({ userId: user.toLowerCase(), companyId: user.toLowerCase() });
  expect(jwtFacts(jwt({ sub: 'auth0|Anna', company: 7 }))).toMatchObject({ userId: 'auth0|Anna', companyId: '7', userName: null });
  expect(jwtFacts(jwt({ user_id: 1234, sub: 'x', name: 'Anna Berg' }))).toMatchObject({ userId: '1234', userName: 'Anna Berg' });
  expect(jwtFacts(jwt({ sub: '  ', userId: null, user_id: {} }))).toMatchObject({ userId: null });
  expect(jwtFacts('nothing')).toEqual({ lifeMs: null, companyId: null, userId: null, userName: null });
});
