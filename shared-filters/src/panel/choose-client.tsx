import type { SessionUserData } from '@readerlens/auth';
import { Button, EmptyState, Flex, Stack, Text } from '@readerlens/ui';
import { Building2 } from 'lucide-react';
import { useMemo } from 'react';
import { useNamedModel } from '../lookups/use-named-model.ts';
import { normalizeModel, termsFilter, listSelectedTerms } from '../model/index.ts';
import type { FieldCatalogue, Term } from '../model/index.ts';
import { useRecentClientIds } from '../search/recent-clients.ts';
import type { PagePanel } from './use-filter-panel.ts';

/** Without recent clients, this many of a client user's own are offered. */
const maxOwn = 6;

/** The recent clients with names, otherwise the user's own; pseudonyms in Blinded Mode. */
const useChoices = (user: SessionUserData, catalogue: FieldCatalogue): readonly Required<Term>[] => {
  const recent = useRecentClientIds(user.id);
  const model = useMemo(() => {
    const ids = recent.length > 0 ? recent : user.companies.slice(0, maxOwn).map(({ id }) => id);
    return {
      filters: [
        termsFilter(
          'Clients',
          ids.map((id) => ({ id })),
        ),
      ],
      indices: [],
    };
  }, [recent, user.companies]);
  // A client that the user may no longer see gets no name.
  return listSelectedTerms(useNamedModel(model, catalogue).filters, 'Clients').flatMap(({ id, name }) =>
    name === undefined ? [] : [{ id, name }],
  );
};

const Choices = ({ panel, user }: { panel: PagePanel; user: SessionUserData }) => {
  const { model, catalogue, apply } = panel.controls;
  const choices = useChoices(user, catalogue);
  const choose = (client: Required<Term>) => {
    const others = model.filters.filter(({ field }) => field !== 'Clients');
    apply(normalizeModel({ ...model, filters: [termsFilter('Clients', [client]), ...others] }, catalogue));
  };
  return (
    <Stack gap="4" align="center" mt="2">
      {choices.length > 0 && (
        <Stack gap="2" align="center">
          <Text id="recent-clients" textStyle="overline" color="textSubtle">
            {user.companies.length > 0 ? 'Your clients' : 'Recent clients'}
          </Text>
          <Flex
            as="ul"
            aria-labelledby="recent-clients"
            wrap="wrap"
            justify="center"
            gap="2"
            p="0"
            listStyleType="none"
          >
            {choices.map((client) => (
              <li key={client.id}>
                <Button
                  icon={<Building2 size={15} aria-hidden="true" />}
                  whiteSpace="normal"
                  onClick={() => choose(client)}
                >
                  {client.name}
                </Button>
              </li>
            ))}
          </Flex>
        </Stack>
      )}
      {choices.length === 0 ? (
        <Button variant="primary" onClick={() => panel.open('Clients')}>
          Find a client
        </Button>
      ) : (
        choices.length !== user.companies.length && (
          <Button variant="link" onClick={() => panel.open('Clients')}>
            Find another client
          </Button>
        )
      )}
    </Stack>
  );
};

/** Instead of results while a required client is missing: recent clients as shortcuts, and the filter panel. */
export const ChooseClient = ({ panel }: { panel: PagePanel }) => {
  const { user } = panel.controls;
  return (
    <EmptyState
      title="Choose a client"
      message="Results are shown for the clients you choose."
      action={user && <Choices key={user.id} panel={panel} user={user} />}
    />
  );
};
