import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { Badge, Box, Card, Flex, SlotLinks } from '@readerlens/ui';
import { profileAddress } from '../activity/web-address.ts';
import { describeSearch, organizationActions } from '../slots.ts';
import { SubjectName } from '../subject/subject-name.tsx';
import type { ReaderOrg } from '../subject/subject.queries.ts';
import { CompanyProperties } from './company-properties.tsx';

interface HeadProps {
  org: ReaderOrg;
  search: DashboardSearch;
  /** The address names no organization. */
  isMostActive: boolean;
}

/** The organization's name, linked to its website, its types, its place among the others, and what else is known about it. */
export const CompanyHead = ({ org, search, isMostActive }: HeadProps) => (
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
    <Flex as="ul" wrap="wrap" gap="2" mt="2" p="0" listStyleType="none" _empty={{ display: 'none' }}>
      {org.companyType.map((type) => (
        <Badge key={type} as="li" whiteSpace="normal" overflowWrap="anywhere">
          {type}
        </Badge>
      ))}
    </Flex>
    <CompanyProperties search={search} orgId={org.id} />
  </Card>
);
