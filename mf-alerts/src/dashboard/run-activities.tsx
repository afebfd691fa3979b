import { readerPath } from '@readerlens/contract/readers';
import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import { Card, OfferedLink, RowList } from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import type { TableColumn } from '@readerlens/ui';
import { useLocation } from 'react-router-dom';
import { AnyBreak } from './any-break.ts';
import type { RunActivity, RunDetails } from './runs.queries.ts';

/** MM/DD/YYYY in UTC, as the engagements search shows it. */
const dateText = (moment: string): string =>
  `${moment.slice(5, 7)}/${moment.slice(8, 10)}/${moment.slice(0, 4)}`;

const activityPath = ({ qualifiedId }: RunActivity): string =>
  `/individual-activity/search/-/${encodeURIComponent(qualifiedId)}`;

/** The page of the activity leads back to the run. */
const ActivityLink = ({ activity }: { activity: RunActivity }) => {
  const { pathname } = useLocation();
  return (
    <OfferedLink to={activityPath(activity)} state={{ notification: pathname }}>
      {activity.docTitle}
    </OfferedLink>
  );
};

type Cell = TableColumn<RunActivity>['cell'];

/** For names, which may be long words. */
const breakable =
  (cell: Cell): Cell =>
  (row, index) => <AnyBreak>{cell(row, index)}</AnyBreak>;

const columns: readonly TableColumn<RunActivity>[] = [
  { id: 'date', header: 'Date', cell: ({ date }) => dateText(date) },
  { id: 'type', header: 'Type', cell: ({ activityType }) => activityTypeLabel[activityType] },
  {
    id: 'activity',
    header: 'Activity',
    minWidth: '200px',
    cell: breakable((row) => <ActivityLink activity={row} />),
  },
  {
    id: 'reader',
    header: 'Reader Name',
    minWidth: '130px',
    cell: breakable((row) => <OfferedLink to={readerPath(row)}>{row.fullName}</OfferedLink>),
  },
  {
    id: 'company',
    header: 'Reader Company',
    minWidth: '130px',
    cell: breakable(({ company, readerCompanyUrl }) =>
      company === null ? null : <OfferedLink to={readerCompanyUrl}>{company}</OfferedLink>,
    ),
  },
  { id: 'portal', header: 'Community', minWidth: '120px', cell: breakable(({ portal }) => portal) },
];

/** The latest activities that a run reports, each linked to its page. */
export const RunActivities = ({ run: { activities, totalMatched } }: { run: RunDetails }) => (
  <Card
    title="Activities"
    aria-label="Activities"
    subtitle={
      totalMatched > activities.length &&
      `The latest ${activities.length} of ${countText(totalMatched, 'activity', 'activities')}`
    }
  >
    <RowList
      caption="Reported activities"
      columns={columns}
      rows={activities}
      rowKey={({ qualifiedId }) => qualifiedId}
      empty="No activities"
    />
  </Card>
);
