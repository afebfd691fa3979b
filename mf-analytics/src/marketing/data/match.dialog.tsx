import { OptionsField } from '@readerlens/filters';
import { namedCatalogue } from '@readerlens/filters/model';
import type { Term } from '@readerlens/filters/model';
import { ActionRefusal, Button, Dialog, Flex, SelectField, Stack } from '@readerlens/ui';
import { useState } from 'react';
import { matchAccount, useDataChange } from './data.queries.ts';
import type { Account } from './data.queries.ts';

interface Props {
  clientId: string;
  account: Account;
  onClose: () => void;
}

const definition = namedCatalogue.find('ReaderOrgs')!;

/** Chooses the organization of an account. */
export const MatchDialog = ({ clientId, account, onClose }: Props) => {
  const { dealId, candidates, organization } = account;
  const [chosen, setChosen] = useState<readonly Term[]>(organization ? [organization] : []);
  const [first] = chosen;
  const match = useDataChange(async (id: string | null) => {
    const message = await matchAccount(clientId, dealId, id);
    onClose();
    return message;
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Match ${account.account}`}
      description="All deals of the account follow, also those that are uploaded later."
      footer={
        <Flex gap="2" wrap="wrap" justify="flex-end">
          {organization && (
            <Button disabled={match.isPending} onClick={() => match.mutate(null)}>
              Match by domain and name
            </Button>
          )}
          <Button
            variant="primary"
            loading={match.isPending}
            disabled={!first || match.isPending}
            onClick={() => first && match.mutate(first.id)}
          >
            Match
          </Button>
        </Flex>
      }
    >
      <Stack gap="4" mt="2">
        <ActionRefusal error={match.error} />
        {candidates.length > 0 && (
          <SelectField
            label="Organizations with this domain or name"
            placeholder="Choose"
            options={candidates.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }))}
            value={candidates.find(({ id }) => id === first?.id)?.id ?? ''}
            onChange={({ target }) => setChosen(candidates.filter(({ id }) => id === target.value))}
          />
        )}
        <OptionsField
          single
          label="Organization"
          placeholder="Name"
          definition={definition}
          clientIds={[clientId]}
          value={chosen}
          onChange={setChosen}
        />
      </Stack>
    </Dialog>
  );
};
