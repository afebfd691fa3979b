import type { CallData, Calls } from '@readerlens/contract/client';
import { drillToDocuments, figureQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { Box, Flex, Text, TextLink } from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { ListCard } from '../subject/list-card.tsx';

type FirstDocument = CallData<Calls['POST /api/reader-co-dashboard/first-content']>['documents'][number];

interface Props {
  search: DashboardSearch;
  orgId: string;
}

/** Where each reader went on with something else, the most frequent one says nothing. */
const isCommon = ({ readers, onlyThis, next }: FirstDocument): boolean =>
  next !== null && (next.readers > 1 || readers - onlyThis === 1);

const Row = ({ document, search, orgId }: Props & { document: FirstDocument }) => {
  const { id, title, readers, next, onlyThis } = document;
  const link = (documentId: string) => drillToDocuments(search.model, [documentId], { org: orgId });
  return (
    <Flex as="li" gap="3" align="baseline" py="2" css={{ '& + &': { borderTopWidth: '1px' } }}>
      <Box flex="1" minW="0" overflowWrap="anywhere">
        <TextLink to={link(id)}>{title}</TextLink>
        {next && isCommon(document) && (
          <Text mt="1.5" textStyle="small" color="textMuted">
            {'Then '}
            <TextLink to={link(next.id)}>{next.title}</TextLink>
            {` (${countText(next.readers, 'reader')})`}
          </Text>
        )}
        {onlyThis > 0 && (
          <Text textStyle="small" color="textMuted">
            {`${countText(onlyThis, 'reader')} engaged with nothing else`}
          </Text>
        )}
      </Box>
      <Text textStyle="small" color="textMuted" whiteSpace="nowrap">
        {countText(readers, 'reader')}
      </Text>
    </Flex>
  );
};

/** The documents that brought the readers of an organization, and what they engaged with next. */
export const FirstContent = ({ search, orgId }: Props) => {
  const call = 'POST /api/reader-co-dashboard/first-content';
  const { data, error, refetch } = useQuery(figureQuery(call, search, { body: { orgId } }));
  const others = data && data.allDocuments - data.documents.length;
  return (
    <ListCard
      title="First Content"
      subtitle={
        data &&
        `What each of ${countText(data.readers, 'reader')} engaged with first in this period, and what several of them engaged with next.${
          others ? ` Readers also began with ${countText(others, 'other document')}.` : ''
        }`
      }
      what="first content"
      items={data?.documents.map((document) => (
        <Row key={document.id} {...{ document, search, orgId }} />
      ))}
      empty="No results found"
      error={error}
      onRetry={() => void refetch()}
    />
  );
};
