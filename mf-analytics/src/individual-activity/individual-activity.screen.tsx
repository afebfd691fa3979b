import { ApiError } from '@readerlens/auth';
import { useBlinded, useUser } from '@readerlens/auth/react';
import { Box, ErrorState, LoadError, PageHeader, Skeleton, TextLink } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { activityOfAddress, listSearch } from './activity-address.ts';
import { ActivitySheet, activityTitle } from './activity-sheet.tsx';
import { ActivityTools } from './activity-tools.tsx';
import { activityQuery } from './activity.queries.ts';
import { ReportParametersDialog } from './report-parameters.dialog.tsx';
import { useShareDialog } from './use-share-dialog.ts';

/** To the list as it was left: its page, order and text stand in its address only. */
const Back = ({ fromSearch }: { fromSearch: boolean }) => {
  const { state } = useLocation();
  return fromSearch ? (
    <TextLink to={`/analytics/search${listSearch(state)}`}>BACK TO ENGAGEMENTS SEARCH</TextLink>
  ) : (
    <TextLink to="/dissemination-contact/dashboard">BACK TO ACTIVITY REPORTS</TextLink>
  );
};

const Loading = () => (
  <Box
    as="output"
    aria-label="Loading"
    aria-busy="true"
    display="grid"
    gap="4"
    width="550px"
    maxW="100%"
    mx="auto"
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

/** Why there is no sheet, and what helps. */
const Failure = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 404 || status === 400)
    return (
      <ErrorState
        title="There is no such activity"
        message="It may have been removed, or you may not see it."
      />
    );
  return <LoadError refused="You may not see this activity" {...{ error, onRetry }} />;
};

/** One activity as a sheet, to print, to download and to share. */
export const IndividualActivityScreen = () => {
  const address = activityOfAddress(useParams());
  const viewer = { userId: useUser()?.id, blinded: useBlinded() };
  const { data, error, refetch } = useQuery(activityQuery(address, viewer));
  const [parametersOpen, openParameters] = useState(false);
  const share = useShareDialog();
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
      {data && <ActivitySheet detail={data} />}
      {!data && !error && <Loading />}
      {!data && error && <Failure error={error} onRetry={() => void refetch()} />}
      <ReportParametersDialog
        open={parametersOpen}
        onClose={() => openParameters(false)}
        title="Activity Report Parameters"
        parameters={undefined}
      />
      {data && share.Dialog && (
        <share.Dialog
          id={data.qualifiedId}
          title={activityTitle(data)}
          viewer={viewer}
          onClose={share.close}
        />
      )}
    </>
  );
};
