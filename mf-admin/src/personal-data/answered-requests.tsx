import type { KeptByErasure } from '@readerlens/contract/personal-data';
import { Breakable, Card, PartLoadError, RowList, Skeleton, Stack, Text } from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { requestsQuery } from './personal-data.queries.ts';
import type { AnsweredRequest } from './personal-data.queries.ts';

export const keptWords: Readonly<Record<KeptByErasure, string>> = {
  jobTitle: 'job title',
  place: 'city, state and country',
  organization: 'organization',
};

const doneWords: Readonly<Record<Exclude<AnsweredRequest['kind'], 'erasure'>, string>> = {
  export: 'Exported',
  correction: 'Corrected',
  restriction: 'Restricted',
  lifting: 'Restriction lifted',
};

const formatWhat = ({ kind, kept }: AnsweredRequest): string => {
  if (kind !== 'erasure') return doneWords[kind];
  return kept.length === 0 ? 'Erased' : `Erased but for ${kept.map((name) => keptWords[name]).join(', ')}`;
};

const stateWords: Readonly<Record<AnsweredRequest['areas'][number]['state'], string>> = {
  waiting: 'waits',
  told: 'told',
  failed: 'failed',
  ended: 'not needed',
};

const formatAreas = ({ areas }: AnsweredRequest): string =>
  areas.map(({ area, state }) => `${area}: ${stateWords[state]}`).join(', ') || '–';

const columns: readonly TableColumn<AnsweredRequest>[] = [
  { id: 'at', header: 'Date', cell: ({ at }) => dayjs(at).format('YYYY-MM-DD HH:mm') },
  { id: 'what', header: 'What', cell: formatWhat },
  { id: 'readers', header: 'Readers', cell: ({ readers }) => readers.join(', ') },
  { id: 'clients', header: 'Clients', cell: ({ clients }) => clients?.join(', ') ?? 'All' },
  { id: 'reference', header: 'Reference', cell: ({ reference }) => reference || '–' },
  { id: 'areas', header: 'Areas', cell: formatAreas },
  {
    id: 'by',
    header: 'By',
    cell: ({ by, byEmail }) => (
      <Stack gap="0">
        <span>{by ?? '–'}</span>
        {byEmail && (
          <Text textStyle="caption" color="textMuted">
            <Breakable>{byEmail}</Breakable>
          </Text>
        )}
      </Stack>
    ),
  },
];

/** The requests that were answered, the latest first, with ids of readers only. */
export const AnsweredRequests = () => {
  const { data, error, refetch } = useQuery(requestsQuery);
  return (
    <Card title="Answered requests" subtitle="The latest 100. Readers are listed by id.">
      {error && !data && <PartLoadError part="The requests" error={error} onRetry={() => void refetch()} />}
      {!error && !data && (
        <Stack gap="2" as="output" aria-busy="true" aria-label="Loading requests">
          <Skeleton height="32px" />
          <Skeleton height="32px" />
        </Stack>
      )}
      {data && (
        <RowList
          caption="Answered requests"
          columns={[...columns]}
          rows={data}
          rowKey={({ id }) => id}
          empty="No request has been answered yet."
        />
      )}
    </Card>
  );
};
