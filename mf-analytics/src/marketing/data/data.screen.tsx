import { useBlinded } from '@readerlens/auth/react';
import { opportunitiesBlindedMessage } from '@readerlens/contract/marketing/messages';
import { OptionsField, setParameter, useNamedModel } from '@readerlens/filters';
import { listSelectedTerms, namedCatalogue, termsFilter } from '@readerlens/filters/model';
import type { Term } from '@readerlens/filters/model';
import {
  Banner,
  Box,
  EmptyState,
  LoadError,
  PageHeader,
  Skeleton,
  Stack,
  useLatestSearch,
} from '@readerlens/ui';
import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { AccountsCard } from './accounts-card.tsx';
import { useOpportunityData } from './data.queries.ts';
import { StagesCard } from './stages-card.tsx';
import { UploadCard } from './upload-card.tsx';
import { UploadsCard } from './uploads-card.tsx';

const definition = namedCatalogue.find('Clients')!;

/** The client of the page, kept in the URL by its id. */
const useClient = () => {
  const id = new URLSearchParams(useLocation().search).get('client') ?? '';
  const latest = useLatestSearch();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<readonly Term[]>([]);
  const model = useMemo(
    () => ({
      filters: [termsFilter('Clients', id === '' ? [] : [chosen.find((term) => term.id === id) ?? { id }])],
      indices: [],
    }),
    [id, chosen],
  );
  const value = listSelectedTerms(useNamedModel(model, namedCatalogue).filters, 'Clients');
  const choose = (terms: readonly Term[]) => {
    setChosen(terms);
    void navigate({ search: setParameter(latest(), 'client', terms[0]?.id) });
  };
  return { id, value, choose };
};

const Opportunities = ({ clientId }: { clientId: string }) => {
  const isBlinded = useBlinded();
  const { data, error, refetch } = useOpportunityData(clientId);
  if (error)
    return (
      <LoadError
        error={error}
        onRetry={() => void refetch()}
        refused="You do not have access to the opportunities of this client"
      />
    );
  if (data === undefined) return <Skeleton height="240px" />;
  const { deals, accounts, stages, uploads } = data;
  return (
    <Stack gap="5">
      {isBlinded ? (
        <Banner shape="box">{opportunitiesBlindedMessage}</Banner>
      ) : (
        <UploadCard clientId={clientId} hasDeals={deals > 0} />
      )}
      {deals > 0 && (
        <>
          <StagesCard {...{ clientId, stages }} isReadOnly={isBlinded} />
          <AccountsCard {...{ clientId, accounts }} isReadOnly={isBlinded} />
        </>
      )}
      <UploadsCard {...{ clientId, uploads }} />
    </Stack>
  );
};

/** What marketing performance needs besides activities. */
export const MarketingDataScreen = () => {
  const { id, value, choose } = useClient();
  return (
    <>
      <PageHeader title="Marketing Data" description="Opportunities that are compared with engagements" />
      <Stack gap="5">
        <Box maxW="420px">
          <OptionsField
            single
            label="Client"
            placeholder="Name or id"
            definition={definition}
            value={value}
            onChange={choose}
          />
        </Box>
        {id === '' ? (
          <EmptyState title="Choose a client" message="Files are uploaded for one client at a time." />
        ) : (
          <Opportunities key={id} clientId={id} />
        )}
      </Stack>
    </>
  );
};
