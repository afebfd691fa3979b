import { useBlinded } from '@readerlens/auth/react';
import { marketingBlindedMessage } from '@readerlens/contract/marketing/messages';
import { uploadKinds } from '@readerlens/contract/marketing-pipeline';
import type { UploadKind } from '@readerlens/contract/marketing-pipeline';
import { OptionsField, setParameter, useNamedModel, useUrlChoice } from '@readerlens/filters';
import { listSelectedTerms, namedCatalogue, termsFilter } from '@readerlens/filters/model';
import type { Term } from '@readerlens/filters/model';
import {
  Banner,
  Box,
  EmptyState,
  Flex,
  LoadError,
  PageHeader,
  SelectField,
  Skeleton,
  Stack,
  Text,
  formatCount,
  useLatestSearch,
} from '@readerlens/ui';
import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { AccountsCard } from './accounts-card.tsx';
import { useMarketingData } from './data.queries.ts';
import type { MarketingData } from './data.queries.ts';
import { kindWords } from './kinds.ts';
import { StagesCard } from './stages-card.tsx';
import { UploadCard } from './upload-card.tsx';
import { UploadsCard } from './uploads-card.tsx';
import { WebhookCard } from './webhook-card.tsx';

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

const peopleText = ({ known, unknown }: NonNullable<MarketingData['people']>): string =>
  `Of ${formatCount(known + unknown)} addresses, ${formatCount(known)} are of readers of the client.`;

const ClientData = ({ clientId, kind }: { clientId: string; kind: UploadKind }) => {
  const isBlinded = useBlinded();
  const { data, error, refetch } = useMarketingData(clientId, kind);
  if (error)
    return (
      <LoadError
        error={error}
        onRetry={() => void refetch()}
        refused={`You do not have access to the ${kind} of this client`}
      />
    );
  if (data === undefined) return <Skeleton height="240px" />;
  const { rows, people, opportunities, columns, uploads } = data;
  return (
    <Stack gap="5">
      {isBlinded ? (
        <Banner shape="box">{marketingBlindedMessage}</Banner>
      ) : (
        <UploadCard {...{ clientId, kind, columns }} hasRows={rows > 0} />
      )}
      {opportunities && rows > 0 && (
        <>
          <StagesCard clientId={clientId} stages={opportunities.stages} isReadOnly={isBlinded} />
          <AccountsCard clientId={clientId} accounts={opportunities.accounts} isReadOnly={isBlinded} />
          <WebhookCard clientId={clientId} />
        </>
      )}
      {people && rows > 0 && <Text color="textMuted">{peopleText(people)}</Text>}
      <UploadsCard {...{ clientId, uploads }} />
    </Stack>
  );
};

const kindOptions = uploadKinds.map((value) => ({ value, label: kindWords[value].title }));

/** What marketing performance needs besides activities. */
export const MarketingDataScreen = () => {
  const { id, value, choose } = useClient();
  const [kind, setKind] = useUrlChoice<UploadKind>('kind', uploadKinds);
  return (
    <>
      <PageHeader
        title="Marketing Data"
        description="Opportunities, webinars, events and newsletters from other systems"
      />
      <Stack gap="5">
        <Flex gap="4" wrap="wrap" align="end">
          <Box flex="1 1 280px" maxW="420px">
            <OptionsField
              single
              label="Client"
              placeholder="Name or id"
              definition={definition}
              value={value}
              onChange={choose}
            />
          </Box>
          <Box flex="0 1 240px">
            <SelectField
              label="Kind of data"
              value={kind}
              options={kindOptions}
              onChange={({ target }) => {
                const next = uploadKinds.find((each) => each === target.value);
                if (next) setKind(next);
              }}
            />
          </Box>
        </Flex>
        {id === '' ? (
          <EmptyState title="Choose a client" message="Files are uploaded for one client at a time." />
        ) : (
          <ClientData key={`${id} ${kind}`} clientId={id} kind={kind} />
        )}
      </Stack>
    </>
  );
};
