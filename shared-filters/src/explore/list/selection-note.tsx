import { Button, Flex, formatCount, Span } from '@readerlens/ui';

/** '3 selected', or '3 selected, 2 not shown' if some are on another page or do not match the text. */
export const selectionText = (selected: number, hidden: number): string =>
  hidden > 0
    ? `${formatCount(selected)} selected, ${formatCount(hidden)} not shown`
    : `${formatCount(selected)} selected`;

interface Props {
  selected: number;
  /** Of the selected rows, those that are not in view. */
  hidden: number;
  /** Whether only the selected rows are in view. */
  showsSelected: boolean;
  onShow: () => void;
  onBack: () => void;
  onClear: () => void;
}

/** How many rows are selected, with commands to see those that are not in view, and to clear the selection. */
export const SelectionNote = ({ selected, hidden, showsSelected, onShow, onBack, onClear }: Props) => (
  <Flex as="span" align="center" wrap="wrap" columnGap="2.5" fontVariantNumeric="tabular-nums">
    <Span aria-live="polite" fontWeight="medium">
      {selectionText(selected, hidden)}
    </Span>
    {/* First, so that a second click on 'Show selected' does not clear the selection. */}
    <Button size="sm" variant="link" onClick={onClear}>
      Clear selection
    </Button>
    {hidden > 0 && !showsSelected && (
      <Button size="sm" variant="link" onClick={onShow}>
        Show selected
      </Button>
    )}
    {showsSelected && (
      <Button size="sm" variant="link" onClick={onBack}>
        Back to results
      </Button>
    )}
  </Flex>
);
