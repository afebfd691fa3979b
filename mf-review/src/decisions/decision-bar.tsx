import { ActionBar, Box, Button, formatCount, Menu, Text } from '@readerlens/ui';
import { Ban, Check, ChevronDown, Download, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Decision } from './decision.ts';

/** What excluding emails would affect, or why it is impossible even though rejecting is possible. */
export interface Exclusion {
  readonly note?: string;
  readonly refusal?: string;
}

interface Props {
  /** How many activities are selected. */
  selection: ReactNode;
  /** The number of selected activities; without any, most buttons are hidden. */
  selected: number;
  total: number;
  canApprove: boolean;
  canReject: boolean;
  exclusion: Exclusion;
  /** The decision that is being saved. */
  busy: Decision | undefined;
  exporting: boolean;
  onDecide: (decision: Decision) => void;
  onExport: (which: 'selected' | 'all') => void;
}

/** The commands take one line on a phone. */
const px = { base: '2', md: '3.5' };
const DownloadMenu = ({ selected, total, exporting, onExport }: Props) => (
  <Menu
    placement="top-start"
    trigger={
      <Button loading={exporting} px={px} icon={<Download size={15} aria-hidden="true" />}>
        Download
        <Box as="span" display={{ base: 'none', md: 'inline-flex' }}>
          <ChevronDown size={14} aria-hidden="true" />
        </Box>
      </Button>
    }
    entries={[
      {
        id: 'selected',
        label: `Selected rows (${formatCount(selected)})`,
        onSelect: () => onExport('selected'),
      },
      { id: 'all', label: `All results (${formatCount(total)})`, onSelect: () => onExport('all') },
    ]}
  />
);

const Decisions = (props: Props) => {
  const { selection, canApprove, canReject, busy, onDecide } = props;
  return (
    <>
      <Box flexBasis={{ base: '100%', md: 'auto' }}>{selection}</Box>
      <Button
        variant="primary"
        px={px}
        icon={<Check size={15} aria-hidden="true" />}
        loading={busy === 'approve'}
        disabled={!canApprove || busy !== undefined}
        onClick={() => onDecide('approve')}
      >
        APPROVE
      </Button>
      <Button
        px={px}
        icon={<X size={15} aria-hidden="true" />}
        loading={busy === 'reject'}
        disabled={!canReject || busy !== undefined}
        onClick={() => onDecide('reject')}
      >
        REJECT
      </Button>
      <DownloadMenu {...props} />
    </>
  );
};

/** Actions for the selected activities, below the list. Sticky while there is a selection. */
export const DecisionBar = (props: Props) => {
  const { selected, canReject, exclusion, busy, onDecide } = props;
  const note = selected === 0 ? 'Select activities to approve, reject or download them.' : exclusion.note;
  const hint = exclusion.refusal ?? note;
  const isDisabled = !canReject || exclusion.refusal !== undefined || busy !== undefined;
  return (
    <ActionBar aria-label="Decisions" mt="3" follows={selected > 0}>
      {selected > 0 && <Decisions {...props} />}
      <Button
        icon={<Ban size={15} aria-hidden="true" />}
        color={isDisabled ? undefined : 'negative'}
        loading={busy === 'exclude'}
        disabled={isDisabled}
        onClick={() => onDecide('exclude')}
      >
        EXCLUDE EMAIL & REJECT
      </Button>
      {hint && (
        <Text textStyle="caption" color="textMuted" overflowWrap="anywhere">
          {hint}
        </Text>
      )}
    </ActionBar>
  );
};
