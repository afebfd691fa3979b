import type { CallData, Calls } from '@readerlens/contract/client';
import { decileDays } from '@readerlens/contract/marketing-events';
import { formatRate } from '@readerlens/contract/marketing-rates';
import { figureQuery, shapedFigureQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { knownOption, useListView } from '@readerlens/filters/list';
import type { FileView } from '@readerlens/filters/list';
import { formatCount } from '@readerlens/ui';
import { units } from '@readerlens/ui/charts';
import type { Unit } from '@readerlens/ui/charts';
import { formatUtcDate } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import { RowList } from '../tactics/row-list.tsx';
import type { CellColumn, TacticPage } from '../tactics/row-list.tsx';
import { slicePage } from '../tactics/tactic-address.ts';
import {
  eventsAddress,
  eventsId,
  isLiftGroup,
  isRegistrantSet,
  rowsAddress,
  rowsId,
  rowsLink,
  setLabels,
  shownSets,
} from './events.ts';
import type { RowsView, ShownSet } from './events.ts';

type Person = CallData<Calls['POST /api/marketing-performance/events/people']>[number];
type LiftRow = CallData<Calls['POST /api/marketing-performance/events/lift-rows']>[number];
export type ListedEvent = CallData<Calls['POST /api/marketing-performance/events/list']>[number];

const formatChange = ({ before, after }: LiftRow): string =>
  `${after > before ? '+' : after < before ? '−' : ''}${formatCount(Math.abs(after - before))}`;

const toPersonRow = (person: Person) => ({
  key: person.id,
  name: person.name,
  path: person.path,
  organization: person.organization,
  cells: [
    { text: person.event.title },
    { text: formatUtcDate(person.event.startsOn) },
    { text: person.registeredOn === null ? '–' : formatUtcDate(person.registeredOn) },
    { text: person.attended ? 'Yes' : 'No' },
    // None, or not in the file.
    { text: person.sessions === 0 ? '–' : formatCount(person.sessions) },
  ],
});

const toLiftRow = (row: LiftRow) => ({
  key: `${row.event.key} ${row.id}`,
  name: row.name,
  path: row.path,
  cells: [
    { text: row.event.title },
    { text: row.decile === null ? '–' : String(row.decile) },
    { text: formatCount(row.before) },
    { text: formatCount(row.after) },
    { text: formatChange(row) },
  ],
});

const buildQuery = (search: DashboardSearch, view: FileView<RowsView>): UseQueryOptions<TacticPage> => {
  const { set, event, session, page, size } = view;
  const place = { page, size, ...(event ? { event } : {}) };
  if (isRegistrantSet(set))
    return shapedFigureQuery(
      'POST /api/marketing-performance/events/people',
      search,
      { body: { ...place, set, ...(session ? { session } : {}) } },
      ({ data, total }): TacticPage => ({ items: data.map(toPersonRow), total }),
    );
  if (isLiftGroup(set))
    return shapedFigureQuery(
      'POST /api/marketing-performance/events/lift-rows',
      search,
      { body: { ...place, group: set } },
      ({ data, total }): TacticPage => ({ items: data.map(toLiftRow), total }),
    );
  return shapedFigureQuery(
    'POST /api/marketing-performance/events/organizations',
    search,
    { body: place },
    ({ data, total }): TacticPage => ({
      items: data.map((row) => ({
        key: row.id,
        name: row.name,
        path: row.path,
        cells: [{ text: formatCount(row.registrants) }, { text: formatCount(row.attendees) }],
      })),
      total,
    }),
  );
};

const numeric = { numeric: true } as const;
const personColumns: CellColumn[] = [
  { header: 'Event', minWidth: '160px' },
  { header: 'Day' },
  { header: 'Registered' },
  { header: 'Attended', minWidth: '88px' },
  { header: 'Sessions', minWidth: '88px', ...numeric },
];
const liftColumns: CellColumn[] = [
  { header: 'Event', minWidth: '160px' },
  { header: `Decile of ${decileDays} days`, minWidth: '136px', ...numeric },
  { header: 'Days before', minWidth: '108px', ...numeric },
  { header: 'Days after', ...numeric },
  { header: 'Change', minWidth: '84px', ...numeric },
];
const organizationColumns: CellColumn[] = [
  { header: 'Registrants', minWidth: '108px', ...numeric },
  { header: 'Attendees', ...numeric },
];

const chooseColumns = (set: ShownSet): CellColumn[] => {
  if (isRegistrantSet(set)) return personColumns;
  return isLiftGroup(set) ? liftColumns : organizationColumns;
};
const setWords: Record<ShownSet, Unit> = {
  registrants: { one: 'registrant', many: 'registrants' },
  attendees: { one: 'attendee', many: 'attendees' },
  noShows: { one: 'registrant', many: 'registrants' },
  organizations: units.organizations,
  attending: units.organizations,
  controls: units.organizations,
  leftOut: units.organizations,
};

interface Props {
  search: DashboardSearch;
  /** The name of the session that limits the rows. */
  sessionName: string | undefined;
}

/** The people or organizations behind a number of the page. */
export const EventRows = ({ search, sessionName }: Props) => {
  const { view, show } = useListView(rowsAddress);
  const { set, event, session } = view;
  return (
    <RowList
      id={rowsId}
      title={setLabels[set]}
      {...{ view, show }}
      query={useQuery(buildQuery(search, view))}
      file={(place) => buildQuery(search, { ...view, ...place })}
      rules={rowsAddress.rules}
      rowsKey={[set, event, session].join()}
      words={setWords[set]}
      nameHeader={isRegistrantSet(set) ? 'Person' : 'Organization'}
      hasOrganizations={isRegistrantSet(set)}
      columns={chooseColumns(set)}
      {...(session
        ? {
            limits: `in the session ${sessionName ?? ''}`.trim(),
            onShowAll: () => show({ session: '', page: 1 }),
          }
        : {})}
      sets={{
        value: set,
        options: shownSets.map((value) => ({ value, label: setLabels[value] })),
        onChange: (value) => {
          const chosen = knownOption(shownSets, value);
          if (chosen) show({ set: chosen, session: '', page: 1 });
        },
      }}
    />
  );
};

const toEventRow = (row: ListedEvent, address: string) => {
  const link = (set: ShownSet, count: number) => ({
    text: formatCount(count),
    href: count > 0 ? rowsLink(address, { event: row.key, set }) : undefined,
    label: `${row.title}: ${formatCount(count)} ${setWords[set].many}`,
  });
  const showRate = formatRate({ part: row.attendees, of: row.registrants });
  return {
    key: row.key,
    name: row.title,
    cells: [
      { text: formatUtcDate(row.startsOn) },
      link('registrants', row.registrants),
      link('attendees', row.attendees),
      {
        text: showRate,
        href: rowsLink(address, { event: row.key, set: 'registrants' }),
        label: `${row.title}, show rate: ${showRate}`,
      },
      link('organizations', row.organizations),
    ],
  };
};

const eventColumns: CellColumn[] = [
  { header: 'Day' },
  { header: 'Registrants', minWidth: '108px', ...numeric },
  { header: 'Attendees', ...numeric },
  { header: 'Show rate', minWidth: '140px', ...numeric },
  { header: 'Organizations', minWidth: '122px', ...numeric },
];

/** The events of the period. A number leads to its rows, and limits the page to the event. */
export const EventList = ({ search, address }: { search: DashboardSearch; address: string }) => {
  const { view, show } = useListView(eventsAddress);
  const all = useQuery(figureQuery('POST /api/marketing-performance/events/list', search)).data;
  return (
    <RowList
      id={eventsId}
      title="Events"
      {...{ view, show }}
      query={useQuery({
        ...figureQuery('POST /api/marketing-performance/events/list', search),
        select(data) {
          const { items, total } = slicePage(data, view);
          return { items: items.map((row) => toEventRow(row, address)), total };
        },
      })}
      file={all?.map((row) => toEventRow(row, address))}
      rules={eventsAddress.rules}
      rowsKey=""
      words={{ one: 'event', many: 'events' }}
      nameHeader="Event"
      columns={eventColumns}
    />
  );
};
