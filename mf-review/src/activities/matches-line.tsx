import { Button, Flex, Span } from '@readerlens/ui';

interface Props {
  total: number | undefined;
  everything: boolean;
  /** The number of rows on the page if all of them are selected, but others match too. */
  pageOf: number | undefined;
  onEverything: () => void;
}

const counted = (count: number) => count.toLocaleString('en-US');

const textOf = ({ total = 0, everything, pageOf }: Props): string => {
  if (everything) return `All ${counted(total)} matching activities are selected.`;
  if (pageOf !== undefined) return `All ${counted(pageOf)} on this page are selected.`;
  return `${counted(total)} ${total === 1 ? 'activity' : 'activities'}`;
};

/** Shows how many activities match. If a whole page is selected, offers to select all matches. */
export const MatchesLine = (props: Props) => {
  const { total, everything, pageOf, onEverything } = props;
  return (
    <Flex flex="1 1 auto" align="center" wrap="wrap" columnGap="2" minH="34px">
      <Span aria-live="polite" color="textMuted" fontVariantNumeric="tabular-nums">
        {total === undefined ? '' : textOf(props)}
      </Span>
      {pageOf !== undefined && !everything && (
        <Button size="sm" variant="link" onClick={onEverything}>
          {`Select all ${counted(total ?? 0)} matching activities`}
        </Button>
      )}
    </Flex>
  );
};
