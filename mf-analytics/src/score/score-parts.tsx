import type { CallData, Calls } from '@readerlens/contract/client';
import { mostPartPoints, scorePartWords, scoreParts } from '@readerlens/contract/score';
import type { ScorePart } from '@readerlens/contract/score';
import { Box, Flex, formatCount, Text } from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';

export type EngagementScore = NonNullable<CallData<Calls['POST /api/reader-co-dashboard/score']>>;

/** The numbers behind the points of a part. */
const describePart: Readonly<Record<ScorePart, (score: EngagementScore) => string>> = {
  recency: ({ daysSinceLast }) =>
    daysSinceLast === 0
      ? 'Last engagement on the last day'
      : `Last engagement ${countText(daysSinceLast, 'day')} before the end`,
  frequency: ({ activeWeeks, ofWeeks }) =>
    ofWeeks === 1
      ? 'Engagements in the only week'
      : `Engagements in ${formatCount(activeWeeks)} of the last ${formatCount(ofWeeks)} weeks`,
  breadth: ({ readers }) => countText(readers, 'reader'),
  depth: ({ lateStage, middleStage, engagements }) =>
    `${formatCount(lateStage)} late and ${formatCount(middleStage)} middle of ${countText(engagements, 'engagement')}`,
};

const Bar = ({ points }: { points: number }) => (
  <Box height="4px" mt="auto" borderRadius="full" background="track" overflow="hidden" aria-hidden="true">
    <Box
      height="full"
      borderRadius="full"
      background="accent"
      style={{ width: `${(100 * points) / mostPartPoints}%` }}
    />
  </Box>
);

/** The parts of a score: their points and the numbers they are from. */
export const ScoreParts = ({ score }: { score: EngagementScore }) => (
  <Box as="ul" m="0" p="0" listStyleType="none" display="grid" gap="3">
    {scoreParts.map((part) => (
      <Flex as="li" key={part} direction="column" title={scorePartWords[part].meaning}>
        <Flex gap="3" justify="space-between" align="baseline">
          <Text fontWeight="semibold">{scorePartWords[part].label}</Text>
          <Text
            fontVariantNumeric="tabular-nums"
            whiteSpace="nowrap"
          >{`${score[part]} of ${mostPartPoints}`}</Text>
        </Flex>
        <Text textStyle="small" color="textMuted" mb="1">
          {describePart[part](score)}
        </Text>
        <Bar points={score[part]} />
      </Flex>
    ))}
  </Box>
);
