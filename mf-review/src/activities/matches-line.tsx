import { countText } from '@readerlens/contract/numbers';
import { Button, Flex, formatCount, Span } from '@readerlens/ui';

interface Props {
  total: number | undefined;
  everything: boolean;
  /** The number of rows on the page if all of them are selected, but others match too. */
  selectedOnPage: number | undefined;
  onEverything: () => void;
}

const formatMatches = ({ total = 0, everything, selectedOnPage }: Props): string => {
  if (everything) return `All ${formatCount(total)} matching activities are selected.`;
  if (selectedOnPage !== undefined) return `All ${formatCount(selectedOnPage)} on this page are selected.`;
  return countText(total, 'activity', 'activities');
};

/** Shows how many activities match. If a whole page is selected, offers to select all matches. */
export const MatchesLine = (props: Props) => {
  const { total, everything, selectedOnPage, onEverything } = props;
  return (
    <Flex flex="1 1 auto" align="center" wrap="wrap" columnGap="2" minH="34px">
      <Span aria-live="polite" color="textMuted" fontVariantNumeric="tabular-nums">
        {total === undefined ? '' : formatMatches(props)}
      </Span>
      {selectedOnPage !== undefined && !everything && (
        <Button size="sm" variant="link" onClick={onEverything}>
          {`Select all ${formatCount(total ?? 0)} matching activities`}
        </Button>
      )}
    </Flex>
  );
};
