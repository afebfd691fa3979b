import { formMissing, setupBlindedMessage } from '@readerlens/contract/onboarding/messages';
import { ApiError } from '@readerlens/auth';
import { useViewer } from '@readerlens/auth/react';
import { OptionsField } from '@readerlens/filters';
import { namedCatalogue } from '@readerlens/filters/model';
import { Box, Card, EmptyState, LinkButton, PageHeader, Stack, TextLink } from '@readerlens/ui';
import { DetailFailure, DetailLoading } from '@readerlens/ui/parts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import { formsKey } from '../form/form.queries.ts';
import { onboardingListPath, previewPath } from '../form/onboarding-paths.ts';
import { setupQuery } from './client-setup.queries.ts';
import type { ClientSetup } from './client-setup.queries.ts';
import { MadeSetupCards } from './made-setup.tsx';
import { SetupForm } from './setup-form.tsx';

const clients = namedCatalogue.find('Clients');
const clientParameter = 'client';

/** The client that is set up: that of the form, unless another one is chosen. */
const ClientCard = ({ client }: Pick<ClientSetup, 'client'>) => {
  const [, setSearch] = useSearchParams();
  if (!clients) return null;
  return (
    <Card title="Client" aria-label="Client" subtitle="That of the form, unless another one is chosen">
      <Box maxW="420px">
        <OptionsField
          label="Client to set up"
          hideLabel
          single
          placeholder="That of the form"
          definition={clients}
          value={[client]}
          onChange={([chosen]) =>
            setSearch(chosen === undefined ? {} : { [clientParameter]: chosen.id }, { replace: true })
          }
        />
      </Box>
    </Card>
  );
};

const Refused = ({ id, title }: { id: string; title: string }) => (
  <EmptyState
    title={title}
    message=""
    action={<LinkButton to={previewPath(id)}>Go to the onboarding form</LinkButton>}
  />
);

const Content = ({ id }: { id: string }) => {
  const viewer = useViewer();
  const queryClient = useQueryClient();
  const [search] = useSearchParams();
  const query = setupQuery(id, search.get(clientParameter) ?? undefined, viewer);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
  });
  const reload = () => void refetch();
  if (viewer.blinded) return <Refused id={id} title={setupBlindedMessage} />;
  if (error instanceof ApiError && error.status === 409) return <Refused id={id} title={error.message} />;
  if (error && !data)
    return (
      <DetailFailure
        error={error}
        thing="onboarding form"
        notFound={formMissing}
        list={{ path: onboardingListPath, name: 'the Onboarding Dashboard' }}
        onRetry={reload}
      />
    );
  if (!data) return <DetailLoading label="Loading what can be set up" />;
  const { proposal, made, client } = data;
  if (made) return <MadeSetupCards made={made} clientName={client.name} />;
  const store = (setup: ClientSetup) => {
    queryClient.setQueryData(query.queryKey, setup);
    void queryClient.invalidateQueries({ queryKey: [formsKey] });
  };
  return (
    <Stack gap="4">
      <ClientCard client={client} />
      {isPlaceholderData && <DetailLoading label="Loading what can be set up" />}
      {proposal && !isPlaceholderData && (
        <SetupForm key={client.id} setup={data} proposal={proposal} onSaved={store} onReload={reload} />
      )}
    </Stack>
  );
};

/** What staff make of a submitted form: what is known of its client, accounts and activity reports. */
export const ClientSetupScreen = () => {
  const { id = '' } = useParams();
  return (
    <>
      <PageHeader
        overline={<TextLink to={previewPath(id)}>Onboarding Form</TextLink>}
        title="Set up client"
        description="From a submitted onboarding form"
      />
      <Content id={id} />
    </>
  );
};
