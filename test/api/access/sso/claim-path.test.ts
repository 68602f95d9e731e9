import { isClaimPath, textsAt } from '../../../../src/access/sign-in/sso/settings/claim-path.js';

const claims = {
  groups: ['dev', 'ops'],
  role: 'admin',
  'https://example.com/groups': ['by-address'],
  realm_access: { roles: ['a', 'b'] },
  teams: [{ name: 'red', id: 1 }, { name: 'blue' }, 'loose'],
  'my groups': ['spaced'],
  mixed: ['text', 3, null, { a: 'b' }, ''],
  none: null,
};

test.each([
  ['groups', ['dev', 'ops']],
  ['$.groups', ['dev', 'ops']],
  ['groups[*]', ['dev', 'ops']],
  ['role', ['admin']],
  ['https://example.com/groups', ['by-address']],
  ['realm_access.roles', ['a', 'b']],
  ['$["realm_access"]["roles"]', ['a', 'b']],
  ["$['my groups']", ['spaced']],
  ['$.teams[*].name', ['red', 'blue']],
  ['mixed', ['text']],
  ['none', []],
  ['missing.deeper', []],
  ['toString', []],
  ['constructor.name', []],
  ['__proto__', []],
])('%s', (path, expected) => {
  expect(textsAt(path, claims)).toEqual(expected);
});

test.each(['', '$', 'a[0', 'a[?(@.b)]', 'a..b', '.', 'a]'])('"%s" is no path', (path) => {
  expect(isClaimPath(path)).toBe(false);
});

test.each(['a', 'a.b', '$.a[*].b', 'https://example.com/groups', '$["a b"]'])(
  '"%s" is one',
  (path) => {
    expect(isClaimPath(path)).toBe(true);
  },
);
