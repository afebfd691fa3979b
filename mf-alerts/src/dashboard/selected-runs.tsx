import { SelectionNote } from '@readerlens/filters/list';
import { ActionBar, Button } from '@readerlens/ui';
import { Mail, MailOpen } from 'lucide-react';
import type { Runs } from './use-runs.ts';

interface Props {
  runs: Runs;
  /** Called when the bar is removed, which cannot keep the focus. */
  onClear: () => void;
}

/** What can be done with the selected runs. */
export const SelectedRuns = ({ runs, onClear }: Props) => {
  const { list, selection, selected, isMarking, mark } = runs;
  if (selection.ids.length === 0) return null;
  return (
    <ActionBar follows aria-label="Selected notifications">
      <SelectionNote
        selected={selection.ids.length}
        hidden={selection.hiddenFrom(list.rows)}
        showsSelected={selected.shown !== undefined}
        onShow={selected.show}
        onBack={selected.hide}
        onClear={() => {
          selection.clear();
          onClear();
        }}
      />
      <Button
        icon={<MailOpen size={15} aria-hidden="true" />}
        disabled={isMarking}
        onClick={() => mark(true)}
      >
        Mark read
      </Button>
      <Button icon={<Mail size={15} aria-hidden="true" />} disabled={isMarking} onClick={() => mark(false)}>
        Mark unread
      </Button>
    </ActionBar>
  );
};
