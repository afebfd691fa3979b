import { useUser } from '@readerlens/auth/react';
import { anyContains } from '@readerlens/contract/text';
import { clientsPerUser } from '@readerlens/contract/administration';
import { isStaff } from '@readerlens/contract/vocabulary';
import { OptionsField } from '@readerlens/filters';
import { namedCatalogue } from '@readerlens/filters/model';
import type { Term } from '@readerlens/filters/model';
import { Card, MultiSelect, Stack, useProblem } from '@readerlens/ui';
import type { OptionsState } from '@readerlens/ui';
import { useState } from 'react';
import type { Named } from './account-values.ts';
import { useClientChoices } from './client-choices.queries.ts';
import { withClients } from './remove-clients.ts';
import { useAccountContext } from './use-account-form.ts';

const clientsField = namedCatalogue.find('Clients')!;

type Choices = ReturnType<typeof useClientChoices>;

const toNamed = ({ id, name }: Term): Named => ({ id, name: name ?? id });

const Clients = ({ choices }: { choices: Choices }) => {
  const { values, change, mayChange } = useAccountContext();
  return (
    <OptionsField
      label="Clients"
      required
      placeholder="Name or id"
      hint={`At most ${clientsPerUser}`}
      definition={clientsField}
      maxItems={clientsPerUser}
      disabled={!mayChange('companies')}
      error={useProblem('companies')}
      value={values.companies}
      onChange={(terms) => change(withClients(values, terms.map(toNamed), choices.buildChoices))}
    />
  );
};

/** The options that contain the text, or why there are none. */
const chooseState = (
  { isPending, error, retry }: Choices,
  options: readonly Named[],
  text: string,
): OptionsState<Named> => {
  if (error) return { status: 'error', message: error.message, retry };
  if (isPending) return { status: 'loading' };
  return { status: 'ready', options: options.filter(({ name }) => anyContains([name], text)) };
};

const Communities = ({ choices }: { choices: Choices }) => {
  const { values, change, mayChange } = useAccountContext();
  const [text, setText] = useState('');
  return (
    <MultiSelect
      label="Communities"
      placeholder="All communities of the clients"
      hint={values.companies.length === 0 ? 'Choose the clients first' : undefined}
      disabled={!mayChange('communities') || values.companies.length === 0}
      error={useProblem('communities')}
      value={values.communities}
      source={chooseState(choices, choices.communities, text)}
      onQueryChange={setText}
      onChange={(communities) => change({ communities })}
    />
  );
};

const AnalystTags = ({ choices }: { choices: Choices }) => {
  const { values, change, mayChange } = useAccountContext();
  const [text, setText] = useState('');
  // The lookup of tags is empty for a person without this field.
  const seesTags = useUser()?.searchFields.includes('AnalystTags') === true;
  const findTagName = (id: string) => choices.tags.find((tag) => tag.id === id)?.name ?? `Tag ${id}`;
  const hint = seesTags ? undefined : 'Only people with the filter Analyst Tags see the tags';
  return (
    <MultiSelect
      label="Analyst Tags"
      required={values.activityFields.includes('AnalystTags')}
      placeholder="None"
      hint={values.companies.length === 0 ? 'Choose the clients first' : hint}
      disabled={!mayChange('analystTags') || !seesTags || values.companies.length === 0}
      error={useProblem('analystTags')}
      value={values.analystTags.map((id) => ({ id, name: findTagName(id) }))}
      source={chooseState(choices, choices.tags, text)}
      onQueryChange={setText}
      onChange={(tags) => change({ analystTags: tags.map(({ id }) => id) })}
    />
  );
};

/** Clients, communities and analyst tags, for accounts of clients only. */
export const ClientSettings = () => {
  const { values } = useAccountContext();
  const choices = useClientChoices(isStaff(values.role) ? [] : values.companies.map(({ id }) => id));
  if (isStaff(values.role)) return null;
  return (
    <Card title="Client settings">
      <Stack gap="4">
        <Clients choices={choices} />
        <Communities choices={choices} />
        <AnalystTags choices={choices} />
      </Stack>
    </Card>
  );
};
