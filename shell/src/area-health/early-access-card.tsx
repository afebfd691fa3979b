import { api } from '@readerlens/auth';
import { Box, Card, ErrorState, MultiSelect, RemovableBadge, Skeleton, Stack, toast } from '@readerlens/ui';
import type { MultiSelectOption } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { earlyAccessQuery, useSetEarlyAccess } from './canaries.queries.ts';

const findClients = async (text: string, signal: AbortSignal): Promise<MultiSelectOption[]> =>
  (await api('GET /api/cms/companies/by-name-or-id-starting-with', { query: { q: text } }, { signal })).data;

const Clients = () => {
  const { data, error, refetch } = useQuery(earlyAccessQuery);
  const { mutateAsync, isPending } = useSetEarlyAccess();
  const set = async ({ id, name }: MultiSelectOption, earlyAccess: boolean) => {
    try {
      await mutateAsync({ clientId: id, earlyAccess });
      toast.success(earlyAccess ? `${name} has early access` : `${name} no longer has early access`);
    } catch (problem) {
      toast.error((problem as Error).message);
    }
  };
  if (!data)
    return error ? (
      <ErrorState message={error.message} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height="80px" />
    );
  return (
    <Stack gap="3">
      {data.length === 0 ? (
        'No client has early access.'
      ) : (
        <Box as="ul" display="flex" flexWrap="wrap" gap="2" listStyleType="none" m="0" p="0">
          {data.map((client) => (
            <RemovableBadge
              key={client.id}
              text={client.name}
              label={`Remove ${client.name}`}
              onRemove={() => void set(client, false)}
            />
          ))}
        </Box>
      )}
      <Box maxW="420px">
        <MultiSelect
          label="Add a client"
          placeholder="Name or id"
          hint="Only a client that has agreed to it."
          single
          disabled={isPending}
          value={[]}
          loadOptions={findClients}
          onChange={([client]) => {
            if (client) void set(client, true);
          }}
        />
      </Box>
    </Stack>
  );
};

/** The clients whose people get canaries before others, for system administrators. */
export const EarlyAccessCard = () => (
  <Card
    title="Early access"
    subtitle="People get canaries in the second ring if all of their clients are listed here."
  >
    <Clients />
  </Card>
);
