import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { Button, Dialog, Text, TextField } from '../components/index.ts';

interface Props {
  title: string;
  onApply: (title: string) => void;
  onClose: () => void;
}

const longest = 70;

/** Dialog that renames a chart until the user leaves the page. Mounted only while open. */
export const ChartRenameDialog = ({ title, onApply, onClose }: Props) => {
  const form = useId();
  const [draft, setDraft] = useState(title);
  const wanted = draft.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted) onApply(wanted);
  };
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="primary" type="submit" form={form} disabled={!wanted}>
        Apply
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title="Rename Chart" size="sm" footer={footer}>
      <form id={form} onSubmit={submit}>
        <Text color="textMuted" marginBottom="4">
          Edit the text below, to rename the chart. Click &quot;Apply&quot; to activate your changes
        </Text>
        <TextField
          label="Chart Title"
          value={draft}
          maxLength={longest}
          counter
          error={wanted ? undefined : 'The Chart Title field is required'}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
};
