import { ApiError } from '@readerlens/auth';
import { useViewer } from '@readerlens/auth/react';
import {
  Box,
  ErrorState,
  LoadError,
  PageHeader,
  Skeleton,
  styled,
  OfferedLink,
  TextLink,
  useOffers,
  useOnDemand,
} from '@readerlens/ui';
import { ReportParametersDialog } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { listSearch } from '@readerlens/ui/parts';
import { activityOfAddress, notificationPath } from '../activity/activity-address.ts';
import { ActivitySheet, activityTitle } from './activity-sheet.tsx';
import { ActivityTools } from './activity-tools.tsx';
import { activityQuery, activityReportQuery } from './activity.queries.ts';
import { OtherActivities } from './other-activities.tsx';

const reportsPath = '/dissemination-contact/dashboard';

/** Returns to the list as the user left it: page, order and search text exist only in its URL. */
const Back = ({ fromSearch }: { fromSearch: boolean }) => {
  const { state } = useLocation();
  const notification = notificationPath(state);
  if (notification) return <TextLink to={notification}>BACK TO RESULT</TextLink>;
  if (fromSearch)
    return <TextLink to={`/analytics/search${listSearch(state)}`}>BACK TO ENGAGEMENTS SEARCH</TextLink>;
  return (
    <OfferedLink to={reportsPath} otherwise={null}>
      BACK TO ACTIVITY REPORTS
    </OfferedLink>
  );
};

/** The sheet; what is beside it in a wide window, and below it in others. */
const BesideSheet = styled('div', {
  base: {
    display: 'grid',
    gap: '6',
    gridTemplateColumns: 'minmax(0, 1fr)',
    justifyItems: 'center',
    '@media (min-width: 1200px)': {
      gridTemplateColumns: '550px minmax(0, 1fr)',
      justifyItems: 'stretch',
      alignItems: 'start',
    },
  },
});

const Loading = () => (
  <Box
    as="output"
    aria-label="Loading"
    aria-busy="true"
    display="grid"
    gap="4"
    width="550px"
    maxW="100%"
    p="6"
    background="surface"
    borderWidth="1px"
    borderRadius="lg"
  >
    <Skeleton height="28px" width="45%" />
    <Skeleton height="34px" width="75%" />
    <Skeleton height="150px" />
    <Skeleton height="190px" />
  </Box>
);

/** Why the sheet is missing, and what the user can do. */
const Failure = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 404 || status === 400)
    return (
      <ErrorState
        title="Activity not found"
        message="It may have been removed, or you may not have access to it."
      />
    );
  return <LoadError refused="You do not have access to this activity" {...{ error, onRetry }} />;
};

// On demand: it brings the rich-text editor, which few users ever open.
const loadShareDialog = async () => (await import('./share/share.dialog.tsx')).ShareDialog;

/** One activity as a sheet to print, download and share. */
export const IndividualActivityScreen = () => {
  const address = activityOfAddress(useParams());
  const viewer = useViewer();
  const activity = useQuery(activityQuery(address, viewer));
  const report = useQuery(activityReportQuery(address, viewer));
  // An address with a report only shows what the report has sent.
  const error = report.error ?? activity.error;
  const data = report.error || (address.report && !report.data) ? undefined : activity.data;
  const retry = () => void (report.error ? report.refetch() : activity.refetch());
  const offers = useOffers();
  const [parametersOpen, openParameters] = useState(false);
  const share = useOnDemand(loadShareDialog, 'The dialog could not be loaded. Please try again.');
  return (
    <>
      <PageHeader
        overline={<Back fromSearch={address.fromSearch} />}
        title={data ? activityTitle(data) : 'Individual Activity'}
        actions={
          <ActivityTools
            id={data?.qualifiedId}
            blinded={viewer.blinded}
            onParameters={address.fromSearch ? undefined : () => openParameters(true)}
            sharing={share.loading}
            onShare={() => void share.open()}
          />
        }
      />
      {data && (
        <BesideSheet>
          <ActivitySheet detail={data} />
          <OtherActivities detail={data} viewer={viewer} />
        </BesideSheet>
      )}
      {!data && !error && (
        <BesideSheet>
          <Loading />
        </BesideSheet>
      )}
      {!data && error && <Failure error={error} onRetry={retry} />}
      <ReportParametersDialog
        open={parametersOpen}
        onClose={() => openParameters(false)}
        kind="activityReport"
        parameters={
          report.data && {
            schedule: report.data.schedule,
            rows: report.data.parameters,
            disabled: report.data.disabled,
            ...(report.data.editable && offers(report.data.editUrl) ? { editPath: report.data.editUrl } : {}),
          }
        }
        loading={report.isPending}
        error={report.error}
        onRetry={retry}
      />
      {data && share.loaded && (
        <share.loaded
          id={data.qualifiedId}
          title={activityTitle(data)}
          viewer={viewer}
          onClose={share.close}
        />
      )}
    </>
  );
};
