import { SubjectLink } from '@readerlens/filters';
import type { CallData, Calls } from '@readerlens/contract/client';
import { searchLink, shapedFigureQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import type { FilterModel } from '@readerlens/filters/model';
import { Box, Flex, formatCount, Text, TextLink } from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { ListCard } from '../subject/list-card.tsx';

type SimilarOrg = CallData<Calls['POST /api/reader-co-dashboard/similar-orgs']>[number];

const Row = ({ org, model }: { org: SimilarOrg; model: FilterModel }) => {
  const engagements = formatCount(org.activitiesCount);
  return (
    <Flex as="li" gap="3" align="baseline" py="2" css={{ '& + &': { borderTopWidth: '1px' } }}>
      <Box flex="1" minW="0" overflowWrap="anywhere">
        <SubjectLink to={org.companyUrl}>{org.orgName}</SubjectLink>
        <Text textStyle="small" color="textMuted">
          {`${formatCount(org.sharedDocuments)} in common, of ${countText(org.totalDocuments, 'document')}`}
        </Text>
      </Box>
      <Text textStyle="small" color="textMuted" whiteSpace="nowrap">
        <TextLink
          to={searchLink(model, { org: org.orgId })}
          aria-label={`${org.orgName}: ${countText(org.activitiesCount, 'engagement')}`}
        >
          {engagements}
        </TextLink>
        {org.activitiesCount === 1 ? ' engagement' : ' engagements'}
      </Text>
    </Flex>
  );
};

/** The organizations that read most alike, with what they have in common. */
export const SimilarOrgs = ({ search, orgId }: { search: DashboardSearch; orgId: string }) => {
  const { data, error, refetch } = useQuery(
    shapedFigureQuery(
      'POST /api/reader-co-dashboard/similar-orgs',
      search,
      { body: { orgId } },
      ({ data: rows, ownDocuments }) => ({ rows, ownDocuments }),
    ),
  );
  return (
    <ListCard
      title="Similar Organizations"
      subtitle={
        data &&
        `They share the most reading with this organization, which read ${countText(data.ownDocuments, 'document')}.`
      }
      what="similar organizations"
      items={data?.rows.map((org) => (
        <Row key={org.orgId} org={org} model={search.model} />
      ))}
      empty="No other organization read the same documents."
      error={error}
      onRetry={() => void refetch()}
    />
  );
};
