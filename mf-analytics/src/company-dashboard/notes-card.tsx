import { noNotesMessage, noteOfOrganization } from '@readerlens/contract/annotations/messages';
import { blindedMessage } from '@readerlens/contract/messages';
import { notesQuery, useSearchClients } from '@readerlens/filters/dashboard';
import type { DashboardSearch, Note } from '@readerlens/filters/dashboard';
import { Box, Button, Card, Flex, PartLoadError, Skeleton, Span, Text } from '@readerlens/ui';
import { ChartNotesSource, formatDay } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import { MessageSquarePlus } from 'lucide-react';
import { use } from 'react';

/** More are in the dialog. */
const shownNotes = 3;

const Row = ({
  note: { date, text, author, organizationId },
  client,
}: {
  note: Note;
  client: string | undefined;
}) => (
  <Box as="li" py="2.5" borderTopWidth="1px" _first={{ borderTopWidth: '0' }}>
    <Span fontWeight="semibold">{formatDay(date)}</Span>
    <Text
      whiteSpace="pre-line"
      overflowWrap="anywhere"
      lineClamp="3"
      color={text === null ? 'textMuted' : undefined}
    >
      {text ?? blindedMessage}
    </Text>
    <Text color="textMuted" textStyle="small" overflowWrap="anywhere">
      {[client, organizationId && noteOfOrganization, author].filter(Boolean).join(' · ')}
    </Text>
  </Box>
);

/** The latest notes on the organization, and on the clients, of a page and its dates, which the charts over time mark. */
export const NotesCard = ({ search, orgId }: { search: DashboardSearch; orgId: string }) => {
  const source = use(ChartNotesSource);
  const { data, error, refetch } = useQuery(notesQuery(search, orgId));
  const clients = useSearchClients(search);
  const latest = data?.slice(-shownNotes).toReversed() ?? [];
  const add = source?.add && (
    <Button size="sm" icon={<MessageSquarePlus size={15} aria-hidden="true" />} onClick={source.add}>
      Add note
    </Button>
  );
  return (
    <Card
      title="Notes"
      aria-label="Notes"
      actions={
        <Flex gap="2" wrap="wrap">
          {latest.length > 0 && (
            <Button size="sm" variant="ghost" onClick={() => source?.show()}>
              {`All notes (${data?.length ?? 0})`}
            </Button>
          )}
          {data && add}
        </Flex>
      }
    >
      {latest.length > 0 && (
        <Box as="ul" listStyleType="none" m="0" p="0">
          {latest.map((note) => (
            <Row key={note.id} note={note} client={clients.find(({ id }) => id === note.clientId)?.name} />
          ))}
        </Box>
      )}
      {data?.length === 0 && <Text color="textMuted">{noNotesMessage}</Text>}
      {!data && error && <PartLoadError part="The notes" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height="96px" />}
    </Card>
  );
};
