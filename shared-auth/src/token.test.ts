import { decodeToken, isExpired, satisfies } from './token.ts';
import type { TokenClaims } from './token.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const encodeClaims = (claims: unknown) => `${encode({ alg: 'HS256' })}.${encode(claims)}.signature`;

const now = Date.UTC(2026, 0, 1);
const claims: TokenClaims = {
  sub: '7',
  exp: now / 1000 + 60,
  name: 'Zoë Ångström',
  email: 'zoe@demo.example',
  role: 'Internal',
  claims: ['reviewActivities', 'area:notes:edit'],
  notificationLevel: 'Advanced',
};

describe('decodeToken', () => {
  it('reads the claims, including non-ASCII text', () => {
    expect(decodeToken(encodeClaims(claims))).toEqual(claims);
  });

  it.each([
    null,
    undefined,
    '',
    'x',
    'a.b.c',
    `a.${encode('text')}.c`,
    `a.${encode({ sub: 7 })}.c`,
    `a.${encode(null)}.c`,
  ])('rejects %p', (text) => {
    expect(decodeToken(text)).toBeUndefined();
  });
});

describe('satisfies', () => {
  it('is true for any session when the rule is empty', () => {
    expect(satisfies(claims, {}, now)).toBe(true);
  });

  it.each([
    [{ role: 'Client' }, true],
    [{ role: 'Premium' }, true],
    [{ role: 'Internal' }, true],
    [{ role: 'Admin' }, false],
    [{ claim: 'reviewActivities' }, true],
    [{ claim: 'viewNotifications' }, false],
    [{ claim: 'area:notes:edit' }, true],
    [{ claim: 'area:notes:burn' }, false],
    [{ level: 'Basic' }, true],
    [{ level: 'Admin' }, false],
    [{ role: 'Internal', claim: 'viewNotifications' }, false],
  ] as const)('%p: %p', (rule, expected) => {
    expect(satisfies(claims, rule, now)).toBe(expected);
  });

  it('is false without a token, and once the token has expired', () => {
    expect(satisfies(undefined, {}, now)).toBe(false);
    expect(satisfies(claims, {}, now + 60_000)).toBe(false);
    expect(isExpired(claims, now + 59_999)).toBe(false);
    expect(isExpired(claims, now + 60_000)).toBe(true);
  });
});
