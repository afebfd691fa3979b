import { Badge, Card, Flex, Heading, Stack, Text, styled } from '@readerlens/ui';
import type { Named } from '../account-form/account-values.ts';
import type { Account } from '../person/account.queries.ts';

const List = styled('ul', { base: { listStyleType: 'none', m: 0, p: 0, display: 'grid', gap: '1.5' } });

interface Props {
  title: string;
  items: readonly Named[];
  withIds: boolean;
}

const NamedList = ({ title, items, withIds }: Props) => (
  <div>
    <Heading as="h3" textStyle="small" fontWeight="semibold" mb="1.5">
      {title}
    </Heading>
    {items.length === 0 && <Text color="textMuted">None</Text>}
    <List aria-label={title}>
      {items.map(({ id, name }) => (
        <Flex as="li" key={id} gap="2" align="baseline">
          {name}
          {withIds && <Badge>{id}</Badge>}
        </Flex>
      ))}
    </List>
  </div>
);

/** The communities set for a user, or else those of their clients. */
const listCommunities = ({ communities, companies }: Account): readonly Named[] => {
  if (communities.length > 0) return communities;
  const all = new Map(companies.flatMap(({ onlines }) => onlines).map((one) => [one.id, one]));
  return [...all.values()].sort((a, b) => a.name.localeCompare(b.name));
};

/** What the account may see. Programs need the ids. */
export const ClientDetails = ({ account }: { account: Account }) => {
  const { companies, enableApiAccess } = account;
  if (companies.length === 0) return null;
  return (
    <Card title="Client details">
      <Stack gap="4">
        <NamedList title="Clients" items={companies} withIds={enableApiAccess} />
        <NamedList title="Communities" items={listCommunities(account)} withIds={enableApiAccess} />
      </Stack>
    </Card>
  );
};
