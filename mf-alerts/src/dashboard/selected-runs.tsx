import { SelectionNote } from '@readerlens/filters/list';
import { ActionBar, Button, toast } from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import { Mail, MailOpen } from 'lucide-react';
import { useMarkRuns } from './use-mark-runs.ts';
import type { Runs } from './use-runs.ts';

interface Props {
  runs: Runs;
  /** Called before the bar is removed, which cannot keep the focus. */
  onLeave: () => void;
}

/** What can be done with the selected runs. */
export const SelectedRuns = ({ runs, onLeave }: Props) => {
  const { list, selection, selected } = runs;
  const leave = () => {
    onLeave();
    selection.clear();
  };
  const { mutate, isPending } = useMarkRuns(({ ids, isRead }) => {
    leave();
    toast.success(`${countText(ids.length, 'result')} marked as ${isRead ? 'read' : 'unread'}.`);
  });
  // A disabled button would lose the focus.
  const mark = (isRead: boolean) => {
    if (!isPending) mutate({ ids: selection.ids, isRead });
  };
  if (selection.ids.length === 0) return null;
  return (
    <ActionBar follows aria-label="Selected results">
      <SelectionNote
        selected={selection.ids.length}
        hidden={selection.hiddenFrom(list.rows)}
        showsSelected={selected.shown !== undefined}
        onShow={selected.show}
        onBack={selected.hide}
        onClear={leave}
      />
      <Button
        icon={<MailOpen size={15} aria-hidden="true" />}
        aria-busy={isPending || undefined}
        onClick={() => mark(true)}
      >
        Mark read
      </Button>
      <Button
        icon={<Mail size={15} aria-hidden="true" />}
        aria-busy={isPending || undefined}
        onClick={() => mark(false)}
      >
        Mark unread
      </Button>
    </ActionBar>
  );
};
