import { useUser } from '@readerlens/auth/react';
import { LinkButton, PageHeader, useOffers } from '@readerlens/ui';
import { ConfigsList, NewReport } from './configs/configs-list.tsx';
import { reportRunsPath } from './report-paths.ts';

/** The activity report configurations of the logged-in user. */
export const MyReportsScreen = () => {
  const user = useUser();
  const offers = useOffers();
  return (
    <>
      <PageHeader
        title="My Activity Reports"
        actions={
          <>
            {offers(reportRunsPath) && <LinkButton to={reportRunsPath}>Sent reports</LinkButton>}
            {user && <NewReport userId={user.id} />}
          </>
        }
      />
      {user && <ConfigsList userId={user.id} mayChange />}
    </>
  );
};
