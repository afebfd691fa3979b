import { scoreMeaning, scorePartWords, scoreParts } from '@readerlens/contract/score';
import { Box, HowCounted, Text } from '@readerlens/ui';

/** A button that shows how scores are computed. */
export const ScoreFormula = () => (
  <HowCounted of="Engagement score">
    <Text>{`${scoreMeaning}.`}</Text>
    <Box as="ul" mt="2" mb="0" ps="4">
      {scoreParts.map((part) => (
        <li key={part}>{`${scorePartWords[part].label}: ${scorePartWords[part].meaning}.`}</li>
      ))}
    </Box>
  </HowCounted>
);
