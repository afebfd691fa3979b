import { relativeRangeFilter, termsFilter } from '@readerlens/filters/model';
import type { Filter, Term } from '@readerlens/filters/model';
import { addDays } from './calendar.ts';
import { cast } from './cast.ts';
import type { DemoPart, DemoTable } from './demo-part.ts';
import { demoUsers } from './demo-users.ts';
import type { World } from './world.ts';

interface DemoSearch {
  readonly email: string;
  readonly name: string;
  readonly description?: string;
  readonly filters: readonly Filter[];
  readonly isDefault?: true;
  /** Days before the demo's end. */
  readonly age: number;
}

const termsById = (
  field: string,
  terms: readonly { id: number | string; name: string }[],
  ids: readonly unknown[],
) =>
  termsFilter(
    field,
    terms.filter(({ id }) => ids.includes(id)).map(({ id, name }): Term => ({ id: String(id), name })),
  );
const termsByName = (field: string, ...names: string[]) =>
  termsFilter(
    field,
    names.map((name) => ({ id: name, name })),
  );

/** The same for all staff accounts. */
const warmingUp = ({ dimensions, organisations }: World): Omit<DemoSearch, 'email'> => ({
  name: 'An account that is warming up',
  description: 'Reads more from month to month, up to a won deal.',
  age: 40,
  filters: [
    termsById('Clients', dimensions.clients, [1]),
    relativeRangeFilter('-1y'),
    termsById('ReaderOrgs', organisations, [cast.ramping.organisationId]),
  ],
});

const staffSearches = (world: World): DemoSearch[] => {
  const { clients, tags } = world.dimensions;
  return ['sysadmin', 'admin', 'internal'].flatMap((name) => {
    const email = `${name}@demo.example`;
    const keyAccounts = tags.filter((tag) => tag.name === 'Key account').map(({ id }) => id);
    return [
      { email, ...warmingUp(world) },
      {
        email,
        name: 'Key accounts, last 90 days',
        age: 20,
        filters: [
          termsById('Clients', clients, [1, 2, 3]),
          relativeRangeFilter('-90d'),
          termsById('AnalystTags', tags, keyAccounts),
        ],
      },
      {
        email,
        name: 'Late stage, best quality',
        description: 'Who is about to decide.',
        age: 12,
        filters: [
          relativeRangeFilter('-30d'),
          termsByName('Quality', '3'),
          termsByName('BuyersJourneyStage', 'Late'),
        ],
      },
    ];
  });
};

const clientSearches = ({ dimensions: { clients, countries } }: World): DemoSearch[] => [
  {
    email: 'client@demo.example',
    name: 'Both companies, last 90 days',
    age: 33,
    filters: [termsById('Clients', clients, [1, 3]), relativeRangeFilter('-90d')],
  },
  {
    email: 'client@demo.example',
    name: 'Late stage in Germany and Switzerland',
    age: 9,
    filters: [
      termsById('Clients', clients, [1]),
      relativeRangeFilter('-1y'),
      termsFilter(
        'Country',
        countries
          .filter(({ iso }) => iso === 'DE' || iso === 'CH')
          .map(({ id, name }) => ({ id: String(id), name })),
      ),
      termsByName('BuyersJourneyStage', 'Late'),
    ],
  },
  {
    email: 'premium@demo.example',
    name: 'Last calendar year',
    description: 'Where every panel starts.',
    isDefault: true,
    age: 60,
    filters: [termsById('Clients', clients, [2]), relativeRangeFilter('/y-1y')],
  },
  {
    email: 'premium@demo.example',
    name: 'Makers of implants',
    age: 15,
    filters: [
      termsById('Clients', clients, [2]),
      relativeRangeFilter('-1y'),
      termsByName('DeviceClass', 'IIb', 'III'),
    ],
  },
];

const savedSearchTable = (world: World): DemoTable => ({
  table: 'saved_search',
  columns: [
    'user_id',
    'name',
    'description',
    'is_default',
    'filters',
    'created_at',
    'created_by',
    'updated_at',
    'updated_by',
  ],
  rows: [...staffSearches(world), ...clientSearches(world)].map(
    ({ email, name, description = '', isDefault = false, filters, age }) => {
      const userId = demoUsers.findIndex((user) => user.email === email) + 1;
      const at = new Date(addDays(world.now, -age));
      return [userId, name, description, isDefault, JSON.stringify(filters), at, userId, at, userId];
    },
  ),
});

/** Searches that the demo users saved. */
export const searchesPart: DemoPart = { name: 'searches', tables: (world) => [savedSearchTable(world)] };
