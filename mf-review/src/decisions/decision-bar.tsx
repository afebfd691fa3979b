import { ActionBar, Button, Menu, Span, Text } from '@readerlens/ui';
import { Ban, Check, ChevronDown, Download, X } from 'lucide-react';
import type { Decision } from './decision.ts';

interface Props {
  /** The number of selected activities; without any, most buttons are hidden. */
  selected: number;
  total: number;
  canApprove: boolean;
  canReject: boolean;
  /** Why emails cannot be excluded even though rejecting is possible. */
  exclusionHint: string | undefined;
  /** The decision that is being saved. */
  busy: Decision | undefined;
  exporting: boolean;
  onDecide: (decision: Decision) => void;
  onExport: (which: 'selected' | 'all') => void;
  onClear: () => void;
}

const counted = (count: number) => count.toLocaleString('en-US');

const DownloadMenu = ({ selected, total, exporting, onExport }: Props) => (
  <Menu
    placement="top-start"
    trigger={
      <Button loading={exporting} icon={<Download size={15} aria-hidden="true" />}>
        Download
        <ChevronDown size={14} aria-hidden="true" />
      </Button>
    }
    entries={[
      {
        id: 'selected',
        label: `Selected rows (${counted(selected)})`,
        onSelect: () => onExport('selected'),
      },
      { id: 'all', label: `All results (${counted(total)})`, onSelect: () => onExport('all') },
    ]}
  />
);

const Decisions = (props: Props) => {
  const { selected, canApprove, canReject, busy, onDecide, onClear } = props;
  return (
    <>
      <Span fontWeight="medium" fontVariantNumeric="tabular-nums">
        {`${counted(selected)} selected`}
      </Span>
      <Button size="sm" variant="ghost" onClick={onClear}>
        Clear
      </Button>
      <Button
        variant="primary"
        icon={<Check size={15} aria-hidden="true" />}
        loading={busy === 'approve'}
        disabled={!canApprove || busy !== undefined}
        onClick={() => onDecide('approve')}
      >
        APPROVE
      </Button>
      <Button
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
  const { selected, canReject, exclusionHint, busy, onDecide } = props;
  return (
    <ActionBar aria-label="Decisions" mt="3" follows={selected > 0}>
      {selected > 0 && <Decisions {...props} />}
      <Button
        icon={<Ban size={15} aria-hidden="true" />}
        color="negative"
        loading={busy === 'exclude'}
        disabled={!canReject || exclusionHint !== undefined || busy !== undefined}
        onClick={() => onDecide('exclude')}
      >
        EXCLUDE EMAIL & REJECT
      </Button>
      {exclusionHint && (
        <Text textStyle="caption" color="textMuted">
          {exclusionHint}
        </Text>
      )}
    </ActionBar>
  );
};
