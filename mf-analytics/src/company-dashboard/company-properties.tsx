import { countText } from '@readerlens/contract/numbers';
import { useUser } from '@readerlens/auth/react';
import type { CallData, Calls } from '@readerlens/contract/client';
import { figureQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { Box, formatCount, PartLoadError, Skeleton, Text } from '@readerlens/ui';
import { FieldItem, shortNames } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { describeWithheld, formatDollars, grantedValues } from '../subject/organization-properties.ts';
import { SeenError, SeenItems } from '../subject/seen-items.tsx';
import { FactColumns, SubjectFacts } from '../subject/subject-facts.tsx';

type OrgProfile = CallData<Calls['POST /api/reader-co-dashboard/profile']>;
type Answer = OrgProfile['answers'][number];

const formatAnswer = (kind: Answer['kind'], value: string): string => {
  if (kind === 'Bool') return value === 'true' ? 'Yes' : 'No';
  const number = kind === 'Numeric' ? Number(value) : Number.NaN;
  return Number.isNaN(number) ? value : formatCount(number);
};

const formatNames = (names: readonly string[]): string => {
  const { shown, others } = shortNames(names);
  return [shown, others].filter((part) => part !== '').join(' ');
};

const Properties = ({ profile }: { profile: OrgProfile }) => (
  <SubjectFacts>
    <FieldItem label="Countries">{formatNames(profile.countries)}</FieldItem>
    <FieldItem label="Revenue">{profile.revenue === null ? null : formatDollars(profile.revenue)}</FieldItem>
    <FieldItem label="Product categories">{profile.productCategories.join(', ')}</FieldItem>
    {profile.answers.map(({ field, label, kind, values }) => (
      <FieldItem key={field} label={label}>
        {values.map((value) => formatAnswer(kind, value)).join(', ')}
      </FieldItem>
    ))}
  </SubjectFacts>
);

interface Props {
  search: DashboardSearch;
  orgId: string;
}

type OrgRank = CallData<Calls['POST /api/reader-co-dashboard/rank']>;

const formatPlace = (rank: number, among: number) => `${formatCount(rank)} of ${formatCount(among)}`;

const RankItems = ({ rank: { rank, of: among, byType } }: { rank: OrgRank }) => (
  <>
    <FieldItem label="Rank by engagements">
      {rank === null
        ? 'None: no engagements with these filters'
        : `${formatCount(rank)} of ${countText(among, 'organization')}`}
    </FieldItem>
    {byType.map((type) => (
      <FieldItem key={type.companyType} label={`Rank in ${type.companyType}`}>
        {formatPlace(type.rank, type.of)}
      </FieldItem>
    ))}
  </>
);

const LoadingRank = () => (
  <FieldItem label="Rank by engagements">
    <Skeleton
      as="output"
      display="block"
      aria-label="Loading rank"
      aria-busy="true"
      height="14px"
      maxW="160px"
      mt="3px"
    />
  </FieldItem>
);

/** The place among other organizations, when it was first and last seen, and what the user may see of its properties. */
export const CompanyProperties = ({ search, orgId }: Props) => {
  const body = { orgId };
  const rank = useQuery(figureQuery('POST /api/reader-co-dashboard/rank', search, { body }));
  const profile = useQuery(figureQuery('POST /api/reader-co-dashboard/profile', search, { body }));
  const withheld = describeWithheld(grantedValues, new Set(useUser()?.searchFields));
  const rankError = rank.data ? null : rank.error;
  const profileError = profile.data ? null : profile.error;
  return (
    <Box mt="3" display="grid" gap="2">
      <FactColumns>
        <SubjectFacts>
          {rank.data ? <RankItems rank={rank.data} /> : !rankError && <LoadingRank />}
          {!profileError && <SeenItems seen={profile.data} />}
        </SubjectFacts>
        {profile.data && <Properties profile={profile.data} />}
      </FactColumns>
      {rankError && <PartLoadError part="The rank" error={rankError} onRetry={() => void rank.refetch()} />}
      {profileError && <SeenError error={profileError} onRetry={() => void profile.refetch()} />}
      {withheld && (
        <Text textStyle="small" color="textMuted">
          {withheld}
        </Text>
      )}
    </Box>
  );
};
