import { Faker, base, en } from '@faker-js/faker';
import type { AuditAction } from '@readerlens/contract/audit';
import type { Role } from '@readerlens/contract/vocabulary';
import { addDays, day } from './calendar.ts';
import type { DemoContext, DemoPart, DemoTable } from './demo-part.ts';
import { demoUsers } from './demo-users.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

interface DemoAccount {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: Role;
  readonly clientIds: readonly number[];
  readonly createdAt: number;
  /** Undefined: has not followed the link of the invitation yet. */
  readonly registeredAt: number | undefined;
  readonly seesPerformance: boolean;
  readonly isDeleted: boolean;
}

interface DemoEvent {
  readonly at: number;
  readonly action: AuditAction;
  readonly actorId: number;
  readonly subjectId?: number;
  readonly accountId?: number;
  readonly detail: object;
}

/** Accounts of each client, biggest client first; the remaining clients have one each. */
const accountsPerClient = [8, 5, 4, 4, 3, 2, 2];
const staffRoles: readonly Role[] = ['Internal', 'Internal', 'Admin'];

const findUserId = (email: string) => demoUsers.findIndex((user) => user.email === email) + 1;
const administrators = ['sysadmin@demo.example', 'admin@demo.example', 'internal@demo.example'].map(
  findUserId,
);

const buildDomain = (client: string) => {
  const name = client.normalize('NFKD').replace(/[^a-zA-Z ]/g, '');
  return `${name.toLowerCase().split(' ')[0]}.example`;
};

const buildAccounts = ({ dimensions, now, from }: World, random: Random): DemoAccount[] => {
  const faker = new Faker({ locale: [en, base], seed: random.int(2 ** 31) });
  const places = [
    ...dimensions.clients
      .slice(0, 10)
      .flatMap((client, index) =>
        Array.from({ length: accountsPerClient[index] ?? 1 }, () => ({ client, role: 'Client' as Role })),
      ),
    ...staffRoles.map((role) => ({ client: undefined, role })),
  ];
  return places.map(({ client, role }, index) => {
    const firstName = faker.person.firstName();
    const lastName = faker.person.lastName();
    // The newest accounts are a few days old, so that some have not registered yet.
    const createdAt = Math.floor(now - 3 * day - random.next() ** 2 * (now - from - 3 * day));
    const isInvited = createdAt > now - 40 * day && random.chance(0.6);
    const name = `${firstName}.${lastName}`.toLowerCase().replace(/[^a-z.]/g, '');
    return {
      id: demoUsers.length + index + 1,
      firstName,
      lastName,
      email: `${name}@${client ? buildDomain(client.name) : 'readerlens.example'}`,
      role: role === 'Client' && random.chance(0.15) ? 'Premium' : role,
      clientIds: client ? [client.id] : [],
      createdAt,
      registeredAt: isInvited ? undefined : Math.floor(createdAt + random.next() * 2 * day),
      seesPerformance: random.chance(0.4),
      isDeleted: index === 3 || index === 14,
    };
  });
};

const listEvents = (account: DemoAccount, now: number, random: Random): DemoEvent[] => {
  const { id: accountId, createdAt, firstName, lastName, email, clientIds } = account;
  const person = { firstName, lastName, email };
  const companies = clientIds.map(String);
  const actorId =
    account.role === 'Client' ? random.pick(administrators) : findUserId('sysadmin@demo.example');
  const event = (at: number, action: AuditAction, detail: object): DemoEvent => ({
    at: Math.floor(Math.min(at, now)),
    action,
    actorId,
    accountId,
    detail,
  });
  const later = () => createdAt + random.next() * (now - createdAt);
  return [
    event(createdAt, 'user.create', {
      after: { ...person, ...(companies.length > 0 ? { companies } : { role: account.role }) },
    }),
    ...(account.registeredAt === undefined ? [event(createdAt + day, 'user.resend-registration', {})] : []),
    ...(account.seesPerformance
      ? [
          event(later(), 'user.update', {
            before: { accessMarketingPerformance: false },
            after: { accessMarketingPerformance: true },
          }),
        ]
      : []),
    ...(account.role === 'Premium'
      ? [event(later(), 'user.update', { before: { role: 'Client' }, after: { role: 'Premium' } })]
      : []),
    ...(account.isDeleted
      ? [
          event(now - 2 * day, 'user.delete', {
            before: { ...person, companies },
          }),
        ]
      : []),
  ];
};

/** An administrator looks at the product as a client does, and returns. */
const visits = (accounts: readonly DemoAccount[], now: number, random: Random): DemoEvent[] =>
  accounts
    .filter(({ role, registeredAt }) => role === 'Client' && registeredAt !== undefined)
    .slice(0, 3)
    .flatMap(({ id: subjectId }) => {
      const at = Math.floor(addDays(now, -1 - random.int(30)));
      const common = { actorId: findUserId('admin@demo.example'), subjectId };
      const start: DemoEvent = { ...common, at, action: 'impersonation.start', detail: {} };
      return [start, { ...common, at: at + 600_000, action: 'impersonation.end', detail: {} }];
    });

function* accountTables(world: World, { passwordHash }: DemoContext, random: Random): Generator<DemoTable> {
  const accounts = buildAccounts(world, random);
  yield {
    table: 'app_user',
    columns: [
      'id',
      'email',
      'first_name',
      'last_name',
      'role',
      'password_hash',
      'access_marketing_performance',
      'is_active',
      'deleted_at',
      'created_at',
      'registered_at',
    ],
    rows: accounts.map((account) => [
      account.id,
      account.email,
      account.firstName,
      account.lastName,
      account.role,
      account.registeredAt === undefined ? null : (passwordHash ?? null),
      account.seesPerformance,
      !account.isDeleted,
      account.isDeleted ? new Date(world.now - 2 * day) : null,
      new Date(account.createdAt),
      account.registeredAt === undefined ? null : new Date(account.registeredAt),
    ]),
  };
  yield {
    table: 'user_client',
    columns: ['user_id', 'client_id'],
    rows: accounts.flatMap(({ id, clientIds }) => clientIds.map((clientId) => [id, clientId])),
  };
  const events = [
    ...accounts.flatMap((account) => listEvents(account, world.now, random)),
    ...visits(accounts, world.now, random),
  ];
  yield {
    table: 'audit_event',
    columns: ['at', 'action', 'actor_id', 'subject_id', 'account_id', 'detail'],
    rows: events
      .sort((a, b) => a.at - b.at)
      .map(({ at, action, actorId, subjectId = null, accountId = null, detail }) => [
        new Date(at),
        action,
        actorId,
        subjectId,
        accountId,
        JSON.stringify(detail),
      ]),
  };
}

/** Accounts of people at the clients, and of staff, with what happened to them in the audit log. */
export const accountsPart: DemoPart = { name: 'accounts', tables: accountTables };
