import type { CallData, Calls } from '@readerlens/contract/client';
import { figureQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { Badge, Box, Card, Flex, formatCount, PartLoadError, Skeleton, SlotLinks } from '@readerlens/ui';
import { FieldItem, FieldList } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { profileAddress } from '../activity/web-address.ts';
import { describeSearch, organizationActions } from '../slots.ts';
import { SubjectName } from '../subject/subject-name.tsx';
import type { ReaderOrg } from '../subject/subject.queries.ts';

type OrgRank = CallData<Calls['POST /api/reader-co-dashboard/rank']>;

const place = (rank: number, of: number) => `${formatCount(rank)} of ${formatCount(of)}`;

const Places = ({ rank: { rank, of, byType } }: { rank: OrgRank }) => (
  <FieldList layout="inline">
    <FieldItem label="Rank by engagements">
      {rank === null ? 'None: no engagements with these filters' : `${place(rank, of)} organizations`}
    </FieldItem>
    {byType.map((type) => (
      <FieldItem key={type.companyType} label={`Rank in ${type.companyType}`}>
        {place(type.rank, type.of)}
      </FieldItem>
    ))}
  </FieldList>
);

const Ranks = ({ search, orgId }: { search: DashboardSearch; orgId: string }) => {
  const call = 'POST /api/reader-co-dashboard/rank';
  const { data, error, refetch } = useQuery(figureQuery(call, search, { body: { orgId } }));
  if (data) return <Places rank={data} />;
  return error ? (
    <PartLoadError part="The rank" error={error} onRetry={() => void refetch()} />
  ) : (
    <Skeleton
      as="output"
      display="block"
      aria-label="Loading rank"
      aria-busy="true"
      height="18px"
      maxW="320px"
    />
  );
};

interface HeadProps {
  org: ReaderOrg;
  search: DashboardSearch;
  /** The address names no organization. */
  isMostActive: boolean;
}

/** The organization's name, linked to its website, its types, and its place among the others. */
export const CompanyHead = ({ org, search, isMostActive }: HeadProps) => {
  return (
    <Card aria-label="Company profile">
      <Flex columnGap="3" rowGap="2" align="flex-start" wrap="wrap">
        <Box flex="1 1 180px" minW="0">
          <SubjectName
            name={org.name}
            href={profileAddress(org.website)}
            mostActive={isMostActive ? 'organization' : undefined}
          />
        </Box>
        <Flex gap="2" wrap="wrap" maxW="100%">
          <SlotLinks
            size="sm"
            slot={organizationActions}
            context={{ organization: org.id, ...describeSearch(search.model) }}
          />
        </Flex>
      </Flex>
      <Flex as="ul" wrap="wrap" gap="2" mt="2" mb="3" p="0" listStyleType="none" _empty={{ display: 'none' }}>
        {org.companyType.map((type) => (
          <Badge key={type} as="li" whiteSpace="normal" overflowWrap="anywhere">
            {type}
          </Badge>
        ))}
      </Flex>
      <Ranks search={search} orgId={org.id} />
    </Card>
  );
};
