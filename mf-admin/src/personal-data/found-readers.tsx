import { countText } from '@readerlens/contract/numbers';
import {
  Badge,
  Box,
  Breakable,
  Card,
  Checkbox,
  EmptyState,
  Flex,
  Span,
  Stack,
  Text,
  formatCount,
  styled,
} from '@readerlens/ui';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { Facts } from './facts.ts';
import type { Found, FoundReader } from './personal-data.queries.ts';

const List = styled('ul', { base: { listStyleType: 'none', m: 0, p: 0 } });
const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children === null || children === '' ? null : (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );

const formatDay = (at: string | null): string => (at === null ? '' : dayjs(at).format('YYYY-MM-DD'));

const formatClients = ({ clients }: FoundReader): string =>
  clients
    .map(({ name, activities }) =>
      activities === 0 ? `${name} (lists)` : `${name} (${formatCount(activities)})`,
    )
    .join(', ');

const formatConcerned = (clients: readonly string[] | null): string =>
  clients === null ? '' : ` for ${clients.join(', ')}`;

const formatRestriction = ({ restriction }: FoundReader): string =>
  restriction === null
    ? ''
    : `Since ${formatDay(restriction.at)} by ${restriction.by ?? 'somebody'}${formatConcerned(restriction.clients)}: ${restriction.reason}`;

const formatPeriod = ({ firstAt, lastAt }: FoundReader): string =>
  firstAt === null ? 'none' : `${formatDay(firstAt)} to ${formatDay(lastAt)}`;

const nothingKnown = (registrations: number): string =>
  registrations === 0
    ? 'No reader has this email, and no list of a webinar, event or newsletter has it.'
    : `No reader has this email, but ${formatCount(registrations)} rows of webinars, events and newsletters do. They have nothing but the address: their clients can upload the lists without it.`;

interface Props {
  found: Found;
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}

/** The readers with an e-mail, to choose those that a request is about. */
export const FoundReaders = ({ found: { readers, registrations }, chosen, onChoose }: Props) => {
  if (readers.length === 0)
    return <EmptyState title="No reader found" message={nothingKnown(registrations)} />;
  const toggle = (id: string) =>
    onChoose(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <Card
      title={`${countText(readers.length, 'reader')} found`}
      subtitle="Choose those that the request is about."
    >
      <List aria-label="Readers found">
        {readers.map((reader) => (
          <Box
            as="li"
            key={reader.id}
            py="3"
            borderTopWidth="1px"
            css={{ '&:first-of-type': { borderTopWidth: 0, paddingTop: 0 } }}
          >
            <Stack gap="2">
              <Flex gap="2" wrap="wrap" align="center">
                <Checkbox
                  label={
                    <Span fontWeight="medium" overflowWrap="anywhere">
                      {reader.name}
                    </Span>
                  }
                  checked={chosen.includes(reader.id)}
                  disabled={reader.isErased}
                  onChange={() => toggle(reader.id)}
                />
                {reader.isErased && <Badge>Erased</Badge>}
                {reader.restriction && <Badge>Restricted</Badge>}
              </Flex>
              <Box ps={{ base: '0', sm: '27px' }}>
                <Facts>
                  <Fact label="Restricted">{formatRestriction(reader)}</Fact>
                  <Fact label="Id">{reader.id}</Fact>
                  <Fact label="Email">{reader.email && <Breakable>{reader.email}</Breakable>}</Fact>
                  <Fact label="Job title">{reader.title}</Fact>
                  <Fact label="Company">{reader.company}</Fact>
                  <Fact label="Country">{reader.country}</Fact>
                  <Fact label="Activities">{`${formatCount(reader.activities)}, ${formatPeriod(reader)}`}</Fact>
                  <Fact label="Clients">{formatClients(reader)}</Fact>
                  <Fact label="Lists">
                    {reader.registrations > 0
                      ? `${formatCount(reader.registrations)} rows of webinars, events and newsletters`
                      : ''}
                  </Fact>
                </Facts>
              </Box>
            </Stack>
          </Box>
        ))}
      </List>
      {chosen.length === 0 && (
        <Text textStyle="small" color="textMuted">
          Choose a reader to continue.
        </Text>
      )}
    </Card>
  );
};
