import { accountPermissions, isAtLeast, mayDo, relations, roleRank } from '@readerlens/contract';
import type { AccountAction, Role } from '@readerlens/contract';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../paths.ts';

const roles = Object.keys(roleRank) as Role[];
const actions = Object.keys(accountPermissions) as AccountAction[];
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** The table as docs/permissions.md has it. */
const table = [
  line(['Action', 'own account', 'lower role', 'same role', 'higher role']),
  line(['---', '---', '---', '---', '---']),
  ...actions.map((action) => {
    const needed: Partial<Record<(typeof relations)[number], Role>> = accountPermissions[action];
    return line([`\`${action}\``, ...relations.map((relation) => needed[relation] ?? '–')]);
  }),
].join('\n');

test('the documented permissions are those that the server asks', () => {
  const page = readFileSync(path.join(repositoryRoot, 'docs', 'permissions.md'), 'utf8');
  expect(page).toContain(table);
});

describe('accounts of others', () => {
  const pairs = (action: AccountAction) =>
    roles.flatMap((actor) =>
      roles
        .filter((target) => mayDo(action, { id: 1, role: actor }, { id: 2, role: target }))
        .map((target) => [actor, target] as const),
    );

  it.each(actions.filter((action) => action !== 'view'))(
    '%s needs a higher role than the account has',
    (action) => {
      for (const [actor, target] of pairs(action))
        expect(actor === 'SystemAdmin' || !isAtLeast(target, actor)).toBe(true);
    },
  );

  it('are seen by staff, except those of higher roles', () => {
    expect(pairs('view')).toEqual(
      roles
        .filter((actor) => isAtLeast(actor, 'Internal'))
        .flatMap((actor) =>
          roles.filter((target) => isAtLeast(actor, target)).map((target) => [actor, target]),
        ),
    );
  });

  it('can be changed by no client user', () => {
    for (const action of actions)
      for (const [actor] of pairs(action)) expect(isAtLeast(actor, 'Internal')).toBe(true);
  });
});

it('lets users see their own account, but not delete it, act as it or grant it more', () => {
  for (const role of roles) {
    const person = { id: 1, role };
    expect(mayDo('view', person, { ...person, id: '1' })).toBe(true);
    for (const action of ['delete', 'impersonate', 'changeClients', 'changeFilterAccess'] as const)
      expect(mayDo(action, person, person)).toBe(false);
  }
});
