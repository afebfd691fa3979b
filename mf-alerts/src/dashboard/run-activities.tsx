import { countActivities } from '@readerlens/contract/numbers';
import { readClientId } from '@readerlens/contract/explorer';
import { readerPath } from '@readerlens/contract/readers';
import { SubjectLink } from '@readerlens/filters';
import { runActivityColumns } from '@readerlens/filters/runs';
import { Card, OfferedLink, RowList } from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { useLocation } from 'react-router-dom';
import { AnyBreak } from './any-break.ts';
import type { RunActivity, RunDetails } from './runs.queries.ts';

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

const columns = runActivityColumns<RunActivity>({
  activity: breakable((row) => <ActivityLink activity={row} />),
  reader: breakable((row) => (
    <SubjectLink to={readerPath(row)} clientId={readClientId(row.qualifiedId)}>
      {row.fullName}
    </SubjectLink>
  )),
  company: breakable(({ company, readerCompanyUrl, qualifiedId }) =>
    company === null ? null : (
      <SubjectLink to={readerCompanyUrl} clientId={readClientId(qualifiedId)}>
        {company}
      </SubjectLink>
    ),
  ),
  portal: breakable(({ portal }) => portal),
});

/** The latest activities that a run reports, each linked to its page. */
export const RunActivities = ({ run: { activities, totalMatched } }: { run: RunDetails }) => (
  <Card
    title="Activities"
    aria-label="Activities"
    subtitle={
      totalMatched > activities.length &&
      `The latest ${activities.length} of ${countActivities(totalMatched)}`
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
