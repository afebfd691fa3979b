import { formatAmountShare, formatAverage, formatRate } from '@readerlens/contract/marketing-rates';
import { webinarGroups } from '@readerlens/contract/marketing-webinars';
import type { WebinarGroup } from '@readerlens/contract/marketing-webinars';
import { shapedFigureQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { knownOption, useListView } from '@readerlens/filters/list';
import type { FileView } from '@readerlens/filters/list';
import { formatCount } from '@readerlens/ui';
import { formatUtcDate } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { RowList } from '../tactics/row-list.tsx';
import type { CellColumn, TacticPage } from '../tactics/row-list.tsx';
import {
  dayLabels,
  groupLabels,
  peopleAddress,
  peopleLink,
  rowsId,
  webinarsAddress,
  webinarsId,
} from './webinars.ts';
import type { PeopleView, Person, Webinar } from './webinars.ts';

const numeric = { numeric: true } as const;
const formatNumber = (value: number | null) => (value === null ? '–' : formatCount(value));

const webinarColumns: CellColumn[] = [
  { header: 'Day' },
  { header: 'Registrants', minWidth: '108px', ...numeric },
  { header: 'Attendees', ...numeric },
  { header: 'No-shows', ...numeric },
  { header: 'Attendance', minWidth: '110px', ...numeric },
  { header: 'Engagement', minWidth: '110px', ...numeric },
  { header: 'Completion', minWidth: '110px', ...numeric },
  { header: 'Score', minWidth: '72px', ...numeric },
];

const unknown = { text: '–' };

const toWebinarRow = (row: Webinar, address: string) => {
  const { engagement, completion, score } = row;
  /** A rate leads to what it divides by. */
  const rate = (group: WebinarGroup, text: string, words: string) => ({
    text,
    href: peopleLink(address, { webinar: row.key, group }),
    label: `${row.title}: ${words} ${text}`,
  });
  const link = (group: WebinarGroup, count: number, words: string) => ({
    text: formatCount(count),
    href: count > 0 ? peopleLink(address, { webinar: row.key, group }) : undefined,
    label: `${row.title}: ${formatCount(count)} ${words}`,
  });
  return {
    key: row.key,
    name: row.title,
    cells: [
      { text: formatUtcDate(row.heldOn) },
      link('registrants', row.registrants, 'registrants'),
      link('attendees', row.attendees, 'attendees'),
      link('noShows', row.noShows, 'no-shows'),
      rate('registrants', formatRate({ part: row.attendees, of: row.registrants }), 'attendance'),
      engagement
        ? rate('engageable', formatRate({ part: engagement.engaged, of: engagement.attendees }), 'engagement')
        : unknown,
      completion
        ? rate(
            'measured',
            formatAmountShare({ part: completion.minutes, of: completion.possible }, completion.attendees),
            'completion',
          )
        : unknown,
      score ? rate('scored', formatAverage({ part: score.points, of: score.attendees }), 'score') : unknown,
    ],
  };
};

/** The webinars of the period, latest first. A number leads to its people. */
export const WebinarList = ({ search, address }: { search: DashboardSearch; address: string }) => {
  const { view, show } = useListView(webinarsAddress);
  const buildListQuery = ({ page, size }: { page: number; size: number }) =>
    shapedFigureQuery(
      'POST /api/marketing-performance/webinars/list',
      search,
      { body: { page, size } },
      ({ data, total }): TacticPage => ({ items: data.map((row) => toWebinarRow(row, address)), total }),
    );
  return (
    <RowList
      id={webinarsId}
      title="Webinars"
      {...{ view, show }}
      query={useQuery(buildListQuery(view))}
      file={buildListQuery}
      rules={webinarsAddress.rules}
      rowsKey=""
      words={{ one: 'webinar', many: 'webinars' }}
      nameHeader="Webinar"
      columns={webinarColumns}
    />
  );
};

const personColumns: CellColumn[] = [
  { header: 'Webinar', minWidth: '160px' },
  { header: 'Day' },
  { header: 'Registered' },
  { header: 'Attended', minWidth: '88px' },
  { header: 'Score', minWidth: '68px', ...numeric },
  { header: 'Minutes', minWidth: '84px', ...numeric },
  { header: 'On demand', ...numeric },
  { header: 'Questions', minWidth: '92px', ...numeric },
  { header: 'Polls', minWidth: '64px', ...numeric },
  { header: 'Surveys', minWidth: '80px', ...numeric },
  { header: 'Resources', minWidth: '92px', ...numeric },
];

const toPersonRow = (person: Person) => ({
  key: person.id,
  name: person.name,
  path: person.path,
  organization: person.organization,
  cells: [
    { text: person.webinar.title },
    { text: formatUtcDate(person.webinar.heldOn) },
    { text: person.registeredOn === null ? '–' : formatUtcDate(person.registeredOn) },
    { text: person.attended ? 'Yes' : 'No' },
    { text: person.score?.toFixed(1) ?? '–' },
    ...[
      person.liveMinutes,
      person.onDemandMinutes,
      person.questions,
      person.polls,
      person.surveys,
      person.resources,
    ].map((value) => ({ text: formatNumber(value) })),
  ],
});

const buildQuery = (search: DashboardSearch, { group, day, webinar, page, size }: FileView<PeopleView>) =>
  shapedFigureQuery(
    'POST /api/marketing-performance/webinars/people',
    search,
    { body: { group, page, size, ...(day ? { day } : {}), ...(webinar ? { webinar } : {}) } },
    ({ data, total }) => ({
      items: data.map(toPersonRow),
      total,
      title: data.find((person) => person.webinar.key === webinar)?.webinar.title,
    }),
  );

/** The people behind a number of the page, one row for each person and webinar. */
export const PeopleList = ({ search }: { search: DashboardSearch }) => {
  const { view, show } = useListView(peopleAddress);
  const { group, day, webinar } = view;
  const query = useQuery(buildQuery(search, view));
  const limits = [
    ...(webinar ? [`of ${query.data?.title ?? 'one webinar'}`] : []),
    ...(day ? [`registered: ${dayLabels[day].toLowerCase()}`] : []),
  ].join(', ');
  return (
    <RowList
      id={rowsId}
      title={groupLabels[group]}
      {...{ view, show, query, limits }}
      file={(place) => buildQuery(search, { ...view, ...place })}
      rules={peopleAddress.rules}
      rowsKey={[group, day, webinar].join()}
      words={{ one: 'registrant', many: 'registrants' }}
      nameHeader="Person"
      hasOrganizations
      columns={personColumns}
      onShowAll={() => show({ webinar: '', day: undefined, page: 1 })}
      sets={{
        value: group,
        options: webinarGroups.map((value) => ({ value, label: groupLabels[value] })),
        onChange: (value) => {
          const chosen = knownOption(webinarGroups, value);
          if (chosen) show({ group: chosen, page: 1 });
        },
      }}
    />
  );
};
