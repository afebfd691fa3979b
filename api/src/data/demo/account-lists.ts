import { relativeRangeFilter } from '@readerlens/filters/model';
import { addDays } from './calendar.ts';
import { cast } from './cast.ts';
import type { DemoPart, DemoTable } from './demo-part.ts';
import { findUserId } from './demo-users.ts';
import { uuid } from './random.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

interface DemoList {
  /** The part of the e-mail address before the @. */
  readonly owner: string;
  readonly clientId: number;
  readonly name: string;
  readonly isShared: boolean;
  /** Organizations besides the ones that were picked. */
  readonly size: number;
  readonly picked?: readonly number[];
  /** Instead of organizations: at least as many engagements in the last 90 days. */
  readonly leastEngagements?: number;
  /** Days since it was made. */
  readonly age: number;
}

const lists: readonly DemoList[] = [
  {
    owner: 'internal',
    clientId: 1,
    name: 'Target accounts',
    isShared: true,
    size: 24,
    picked: [cast.ramping.organisationId],
    age: 30,
  },
  { owner: 'premium', clientId: 2, name: 'Accounts to watch', isShared: false, size: 10, age: 9 },
  {
    owner: 'internal',
    clientId: 1,
    name: 'Most engaged this quarter',
    isShared: true,
    size: 0,
    leastEngagements: 10,
    age: 5,
  },
];

/** The first organizations are the largest. */
const largest = 120;

const pickOrganisations = ({ organisations }: World, { size, picked = [] }: DemoList, random: Random) => {
  const ids = new Set(picked);
  const among = organisations.slice(0, largest);
  for (let each = 0; each < size; each += 1) ids.add(random.pick(among).id);
  return [...ids];
};

function* listTables(world: World, random: Random): Generator<DemoTable> {
  const withId = (list: DemoList) => ({ ...list, id: uuid(random) });
  const picked = lists.filter(({ leastEngagements }) => leastEngagements === undefined).map(withId);
  const members = picked.flatMap((list) =>
    pickOrganisations(world, list, random).map((organisation) => [list.clientId, list.id, organisation]),
  );
  // Drawn last, so that the others stay the same.
  const byRule = lists.filter(({ leastEngagements }) => leastEngagements !== undefined).map(withId);
  yield {
    table: 'account_list',
    columns: [
      'id',
      'client_id',
      'owner_id',
      'name',
      'is_shared',
      'filters',
      'indices',
      'least_engagements',
      'most_organizations',
      'created_at',
      'updated_at',
    ],
    rows: [...picked, ...byRule].map(({ id, clientId, owner, name, isShared, leastEngagements, age }) => {
      const at = new Date(addDays(world.now, -age));
      const rule =
        leastEngagements === undefined
          ? [null, null, null, null]
          : [JSON.stringify([relativeRangeFilter('-90d')]), [], leastEngagements, 25];
      return [id, clientId, findUserId(owner), name, isShared, ...rule, at, at];
    }),
  };
  yield {
    table: 'account_list_organisation',
    columns: ['client_id', 'list_id', 'organisation_id'],
    rows: members,
  };
}

/** Lists of organizations: one that a client's people share, a private one, and one by a rule. */
export const accountListsPart: DemoPart = {
  name: 'account-lists',
  tables: (world, _context, random) => listTables(world, random),
};
