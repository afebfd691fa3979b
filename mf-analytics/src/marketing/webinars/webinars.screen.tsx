import { Cell, DashboardGrid, useFigure } from '@readerlens/filters/dashboard';
import { otherPeriodMessage, uploadedPeopleNote } from '@readerlens/contract/marketing-words';
import { emptyPageWords } from '@readerlens/contract/marketing-pages';
import { useListView } from '@readerlens/filters/list';
import { EmptyState, Stack, Text } from '@readerlens/ui';
import { Navigate, useLocation } from 'react-router-dom';
import { useComparedSearch } from '../../dashboard/use-compared-search.ts';
import type { ComparedSearch } from '../../dashboard/use-compared-search.ts';
import { MarketingPage } from '../marketing-page.tsx';
import { PageChange } from '../page-change.tsx';
import { MissingColumn, MissingInput } from '../tactics/missing-input.tsx';
import { NoShowsButton } from './no-shows-button.tsx';
import { AttendeeActions, RegistrationCurve } from './webinar-charts.tsx';
import { WebinarTiles } from './webinar-tiles.tsx';
import { PeopleList, WebinarList } from './webinar-lists.tsx';
import { peopleAddress, peopleLink, webinarsPath } from './webinars.ts';
import type { Summary } from './webinars.ts';

/** Figures that the files have no input for, with what is missing. */
const listMissing = ({ engagement, minutes, completion, onDemand, score }: Summary) => [
  ...(engagement ? [] : [{ figure: 'Engagement rate', field: 'questions, polls or surveys' }]),
  ...(minutes ? [] : [{ figure: 'Average minutes', field: 'live minutes' }]),
  ...(completion ? [] : [{ figure: 'Completion', field: 'live minutes and a duration' }]),
  ...(score
    ? []
    : [{ figure: 'Average score', field: 'live minutes, questions, polls, surveys or resources' }]),
  ...(onDemand ? [] : [{ figure: 'Watched on demand', field: 'on-demand minutes' }]),
];

const WebinarsView = ({ compared, address }: { compared: ComparedSearch; address: string }) => {
  const { search, previous } = compared;
  const { query, before } = useFigure('POST /api/marketing-performance/webinars', { search, previous });
  const { view } = useListView(peopleAddress);
  const { data } = query;
  if (data?.uploaded === 0)
    return (
      <MissingInput
        title={emptyPageWords.webinars.upload}
        what="registrants of webinars"
        kind="webinars"
        search={search}
      />
    );
  if (data?.webinars === 0)
    return <EmptyState title={emptyPageWords.webinars.period} message={otherPeriodMessage} />;
  const hasActions = data === undefined || data.inputs.length > 0;
  return (
    <Stack gap="4">
      <Text color="textMuted">{uploadedPeopleNote}</Text>
      {data !== undefined &&
        data.registrants > 0 &&
        listMissing(data).map((missing) => (
          <MissingColumn key={missing.figure} {...{ search, ...missing }} kind="webinars" />
        ))}
      <PageChange
        {...{ compared }}
        page="webinars"
        link={({ id }, place) => peopleLink(place.address, { webinar: id })}
      />
      <DashboardGrid search={search}>
        <WebinarTiles {...{ query, before, address }} />
        <Cell span={hasActions ? 6 : 12} mediumSpan={12}>
          <RegistrationCurve {...{ search, address }} />
        </Cell>
        {hasActions && (
          <Cell span={6} mediumSpan={12}>
            <AttendeeActions {...{ query, address }} />
          </Cell>
        )}
      </DashboardGrid>
      <WebinarList {...{ search, address }} />
      <PeopleList search={search} />
      {data !== undefined && data.noShows > 0 && <NoShowsButton search={search} webinar={view.webinar} />}
    </Stack>
  );
};

/** Who registered for webinars, who came, and what they did there. */
export const WebinarsScreen = () => {
  const compared = useComparedSearch({ hasYears: true });
  const { search: address } = useLocation();
  return (
    <MarketingPage page="webinars" compared={compared}>
      <WebinarsView {...{ compared, address }} />
    </MarketingPage>
  );
};

/** The tactics without a page of their own lead to webinars. */
export const TacticActivityRedirect = () => {
  const { search } = useLocation();
  return <Navigate replace to={`${webinarsPath}${search}`} />;
};
