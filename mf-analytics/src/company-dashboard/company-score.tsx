import { scoreMinimum } from '@readerlens/contract/score';
import { figureQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { Box, Card, Flex, PartLoadError, Skeleton, Text } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { ScoreFormula } from '../score/score-formula.tsx';
import { ScoreParts } from '../score/score-parts.tsx';
import type { EngagementScore } from '../score/score-parts.tsx';

const Score = ({ score }: { score: EngagementScore | null }) =>
  score ? (
    <Flex gap={{ base: '4', lg: '8' }} direction={{ base: 'column', lg: 'row' }} align={{ lg: 'center' }}>
      <Flex align="baseline" gap="2" flexShrink="0">
        <Text textStyle="figure" fontVariantNumeric="tabular-nums">
          {score.total}
        </Text>
        <Text color="textMuted">of 100</Text>
      </Flex>
      <Box
        flex="1"
        minW="0"
        css={{
          '& > ul': {
            gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(4, minmax(0, 1fr))' },
            columnGap: '6',
          },
        }}
      >
        <ScoreParts score={score} />
      </Box>
    </Flex>
  ) : (
    <Text color="textMuted">{`No score: fewer than ${scoreMinimum} engagements within these filters.`}</Text>
  );

/** How engaged an organization is within the filters, and why. */
export const CompanyScore = ({ search, orgId }: { search: DashboardSearch; orgId: string }) => {
  const { data, error, refetch } = useQuery(
    figureQuery('POST /api/reader-co-dashboard/score', search, { body: { orgId } }),
  );
  return (
    <Card title="Engagement Score" aria-label="Engagement Score" actions={<ScoreFormula />}>
      {data === undefined && error ? (
        <PartLoadError part="The score" error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton as="output" display="block" aria-label="Loading the score" aria-busy="true" height="72px" />
      ) : (
        <Score score={data} />
      )}
    </Card>
  );
};
