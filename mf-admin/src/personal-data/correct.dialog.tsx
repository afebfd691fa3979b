import { api } from '@readerlens/auth';
import { correctableFields, correctableNames } from '@readerlens/contract/personal-data';
import type { CorrectableField } from '@readerlens/contract/personal-data';
import { correctedMessage, correctionEmptyMessage } from '@readerlens/contract/personal-data/messages';
import { isEmail } from '@readerlens/contract/vocabulary';
import {
  Dialog,
  Form,
  FormButtons,
  Grid,
  Text,
  TextField,
  confirmDiscard,
  toast,
  useForm,
  useTextField,
} from '@readerlens/ui';
import { useId, useMemo } from 'react';
import type { FoundReader } from './personal-data.queries.ts';

type Values = Record<CorrectableField, string>;

const labels: Readonly<Record<CorrectableField, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  title: 'Job title',
  company: 'Company',
  phone: 'Phone',
  address: 'Address',
  city: 'City',
  state: 'State',
  linkedIn: 'LinkedIn',
};

const Field = ({ name, isRemoved }: { name: CorrectableField; isRemoved: boolean }) => (
  <TextField
    label={labels[name]}
    hint={isRemoved ? 'Removed by a correction. Imports leave it empty.' : undefined}
    maxLength={correctableFields[name]}
    autoComplete="off"
    {...useTextField(name)}
  />
);

const readValues = (reader: FoundReader): Values =>
  Object.fromEntries(correctableNames.map((name) => [name, reader[name] ?? ''])) as Values;

/** What was changed; null for what was emptied. */
const listChanges = (before: Values, values: Values): Partial<Record<CorrectableField, string | null>> =>
  Object.fromEntries(
    correctableNames
      .filter((name) => values[name].trim() !== before[name])
      .map((name) => [name, values[name].trim() || null]),
  );

const discardQuestion = 'The reader has not been corrected. Your changes will be lost.';

interface Props {
  reader: FoundReader;
  reference: string;
  onClose: () => void;
  onChanged: () => void;
}

/** Corrects what is stored about a reader. */
export const CorrectDialog = ({ reader, reference, onClose, onChanged }: Props) => {
  const formId = useId();
  const initial = useMemo(() => readValues(reader), [reader]);
  const form = useForm<Values, true>({
    initial,
    check: (values) => ({
      email: values.email.trim() === '' || isEmail(values.email.trim()) ? undefined : 'Enter a whole email',
      '': Object.keys(listChanges(initial, values)).length === 0 ? correctionEmptyMessage : undefined,
    }),
    save: async (values) => {
      const body = { readerId: reader.id, values: listChanges(initial, values), reference };
      await api('POST /api/personal-data/correct', { body });
      return true;
    },
    onSaved: () => {
      toast.success(correctedMessage);
      onChanged();
    },
    renamePath: (path) => path.replace(/^values\./, ''),
    leaveQuestion: null,
    once: true,
  });
  const discard = async () => {
    if (!form.isDirty || (await confirmDiscard('correction', discardQuestion))) onClose();
  };
  return (
    <Dialog
      open
      size="lg"
      onClose={() => void discard()}
      title={`Correct ${reader.name}`}
      footer={<FormButtons formId={formId} saving={form.saving} onCancel={() => void discard()} />}
    >
      <Form form={form} id={formId} aria-label="What is stored">
        <Text textStyle="small" color="textMuted" mb="4">
          Imports keep what you change, and leave empty what you remove.
        </Text>
        <Grid gap="4" gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}>
          {correctableNames.map((name) => (
            <Field key={name} name={name} isRemoved={reader.removed.includes(name)} />
          ))}
        </Grid>
      </Form>
    </Dialog>
  );
};
