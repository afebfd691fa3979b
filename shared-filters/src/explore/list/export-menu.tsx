import { countText } from '@readerlens/contract/numbers';
import { Box, Button, Flex, formatCount, Span, styled, useLeaveGuard } from '@readerlens/ui';
import type { MenuEntry } from '@readerlens/ui';
import type { ReactNode } from 'react';
import { DownloadMenu } from './download-menu.tsx';
import { Hinted } from './hinted.tsx';
import { selectionText } from './selection-note.tsx';

export interface ExportChoice<Kind extends string = string> {
  kind: Kind;
  label: string;
  icon: ReactNode;
  /** Why this file cannot be exported now. */
  hint?: string | undefined;
}

interface ExportMenuProps<Kind extends string> {
  choices: readonly ExportChoice<Kind>[];
  /** Entries below the files. */
  more?: readonly MenuEntry[];
  /** The number of rows that match; undefined while they load. */
  total: number | undefined;
  selected: number;
  /** Of the selected rows, those that are not in view. */
  hidden?: number;
  /** An export is running; only one runs at a time. */
  busy: boolean;
  onExport: (kind: Kind) => void;
}

const scopeText = (props: Omit<ExportMenuProps<string>, 'onExport'>): string => {
  const { total, selected, hidden = 0, busy } = props;
  if (busy) return 'An export is in progress.';
  if (selected > 0) return selectionText(selected, hidden);
  if (total === undefined) return 'The results are loading.';
  return total === 0 ? 'There are no results to export.' : `All ${formatCount(total)} results`;
};

/** Downloads of all results or of the selected rows. */
export const ExportMenu = <Kind extends string>(props: ExportMenuProps<Kind>) => {
  const { choices, more = [], total, selected, busy, onExport } = props;
  const isEmpty = selected === 0 && !total;
  const entries = choices.map(({ kind, label, icon, hint }) => ({
    id: kind,
    label: <Hinted hint={isEmpty ? undefined : hint}>{label}</Hinted>,
    icon,
    disabled: busy || isEmpty || hint !== undefined,
    onSelect: () => onExport(kind),
  }));
  return (
    <DownloadMenu
      entries={[...entries, ...more]}
      header={
        <Box px="2.5" pt="1.5" pb="1" textStyle="overline" color="textMuted">
          {scopeText(props)}
        </Box>
      }
      busy={busy}
    />
  );
};

const Bar = styled('progress', {
  base: {
    display: 'block',
    width: '100%',
    height: '6px',
    appearance: 'none',
    border: 0,
    borderRadius: 'full',
    overflow: 'hidden',
    background: 'track',
    '&::-webkit-progress-bar': { background: 'track' },
    '&::-webkit-progress-value': { background: 'accent', transition: 'width 260ms' },
    '&::-moz-progress-bar': { background: 'accent' },
  },
});

interface ExportProgressProps {
  label: string;
  /** Rows written so far; a total of 0 while it is unknown. `waiting` exports go before it. */
  progress: { rows: number; total: number; waiting: number };
  onCancel: () => void;
}

const waitingText = (before: number): string => `Waiting: ${countText(before, 'export')} before yours`;

/** Progress of an export, with a button to cancel it. Asks before the page is left. */
export const ExportProgress = ({ label, progress, onCancel }: ExportProgressProps) => {
  const { rows, total, waiting } = progress;
  const known = total > 0;
  useLeaveGuard('An export is in progress. Leave the page and cancel it?');
  return (
    <Flex
      as="section"
      aria-label="Export"
      flexBasis="100%"
      align="center"
      gap="4"
      px="4"
      py="3"
      background="surface"
      borderWidth="1px"
      borderRadius="lg"
    >
      <Box flex="1" minW="0">
        <Flex justify="space-between" gap="3" mb="2" textStyle="small">
          <Span role="status">{waiting > 0 ? waitingText(waiting) : `${label}…`}</Span>
          <Span color="textMuted" fontVariantNumeric="tabular-nums">
            {known && `${formatCount(Math.min(rows, total))} of ${formatCount(total)} rows`}
          </Span>
        </Flex>
        <Bar aria-label={label} {...(known ? { value: rows, max: total } : {})} />
      </Box>
      <Button size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </Flex>
  );
};
