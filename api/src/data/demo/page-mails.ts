import type { MarketingPageName, PageChoice, PageMailDay } from '@readerlens/contract/marketing-pages';
import { relativeRangeFilter, termsFilter } from '@readerlens/filters/model';
import type { Filter } from '@readerlens/filters/model';
import { addDays } from './calendar.ts';
import type { DemoPart, DemoTable } from './demo-part.ts';
import { findUserId } from './demo-users.ts';
import { uuid } from './random.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

interface DemoMail {
  /** The part of the e-mail address before the @. */
  readonly owner: string;
  readonly page: MarketingPageName;
  readonly clientId: number;
  readonly range: '-1y' | '-90d';
  readonly more?: readonly Filter[];
  readonly choice?: PageChoice;
  readonly sendsOn: PageMailDay;
  readonly timeZone: string;
  readonly isPaused?: true;
  /** Days since it was scheduled. */
  readonly age: number;
}

const mails: readonly DemoMail[] = [
  {
    owner: 'internal',
    page: 'contentInsights',
    clientId: 1,
    range: '-90d',
    choice: { comparedWith: 'previous' },
    sendsOn: 'Monday',
    timeZone: 'Europe/Berlin',
    age: 3,
  },
  {
    owner: 'internal',
    page: 'pipeline',
    clientId: 1,
    range: '-1y',
    choice: { basis: 'closed', comparedWith: 'lastYear' },
    sendsOn: 'FirstOfMonth',
    timeZone: 'UTC',
    age: 2,
  },
  {
    owner: 'client',
    page: 'netNew',
    clientId: 1,
    range: '-90d',
    more: [termsFilter('BuyersJourneyStage', [{ id: 'Late', name: 'Late' }])],
    choice: { subject: 'organizations', comparedWith: 'previous' },
    sendsOn: 'Friday',
    timeZone: 'Europe/London',
    age: 4,
  },
  {
    owner: 'client',
    page: 'webinars',
    clientId: 1,
    range: '-1y',
    sendsOn: 'Tuesday',
    timeZone: 'Europe/London',
    isPaused: true,
    age: 5,
  },
];

const mailTable = ({ dimensions: { clients }, now }: World, random: Random): DemoTable => ({
  table: 'page_mail',
  columns: [
    'id',
    'owner_id',
    'page',
    'filters',
    'activity_types',
    'choice',
    'sends_on',
    'time_zone',
    'is_paused',
    'created_at',
    'updated_at',
  ],
  rows: mails.map(({ clientId, range, more = [], choice = {}, ...mail }) => {
    const chosen = clients
      .filter(({ id }) => id === clientId)
      .map(({ id, name }) => ({ id: String(id), name }));
    const filters = [termsFilter('Clients', chosen), relativeRangeFilter(range), ...more];
    const at = new Date(addDays(now, -mail.age));
    return [
      uuid(random),
      findUserId(mail.owner),
      mail.page,
      JSON.stringify(filters),
      [],
      JSON.stringify(choice),
      mail.sendsOn,
      mail.timeZone,
      mail.isPaused ?? false,
      at,
      at,
    ];
  }),
});

/** Pages that demo users get by mail. The next mail of each is planned once the data is loaded. */
export const pageMailsPart: DemoPart = {
  name: 'page-mails',
  tables: (world, _context, random) => [mailTable(world, random)],
};
