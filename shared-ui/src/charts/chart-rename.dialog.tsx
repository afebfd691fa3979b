import { useId } from 'react';
import { Button, Dialog, Text, TextField } from '../components/index.ts';
import { Form, useForm, useTextField } from '../forms/index.ts';

interface Props {
  title: string;
  onApply: (title: string) => void;
  onClose: () => void;
}

const longest = 70;

const findTitleProblem = ({ title }: { title: string }) => ({
  title: title.trim() === '' ? 'The Chart Title field is required' : undefined,
});

const TitleField = () => (
  <TextField label="Chart Title" maxLength={longest} counter {...useTextField('title')} />
);

/** Dialog that renames a chart until the user leaves the page. Mounted only while open. */
export const ChartRenameDialog = ({ title, onApply, onClose }: Props) => {
  const formId = useId();
  const form = useForm({
    initial: { title },
    check: findTitleProblem,
    showProblems: 'always',
    save: async (values) => values,
    onSaved: (saved) => onApply(saved.title.trim()),
    leaveQuestion: null,
  });
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="primary" type="submit" form={formId} disabled={!form.isValid}>
        Apply
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title="Rename Chart" size="sm" footer={footer}>
      <Form form={form} id={formId}>
        <Text color="textMuted" marginBottom="4">
          Edit the text below, to rename the chart. Click &quot;Apply&quot; to activate your changes
        </Text>
        <TitleField />
      </Form>
    </Dialog>
  );
};
