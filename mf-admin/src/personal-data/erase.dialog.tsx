import { api } from '@readerlens/auth';
import { keptByErasure } from '@readerlens/contract/personal-data';
import type { KeptByErasure } from '@readerlens/contract/personal-data';
import { Checkbox, Dialog, Form, FormButtons, Stack, Text, useForm, useFormContext } from '@readerlens/ui';
import { useId, useMemo } from 'react';
import { concern, ConcernedClients } from './concerned-clients.tsx';
import type { ConcernedClient } from './concerned-clients.tsx';
import { keptWords } from './answered-requests.tsx';
import type { ErasureOutcome, FoundReader } from './personal-data.queries.ts';

interface Values {
  keep: readonly KeptByErasure[];
}

const labels: Readonly<Record<KeptByErasure, string>> = {
  jobTitle: `Keep the ${keptWords.jobTitle}`,
  place: `Keep the ${keptWords.place}`,
  organization: `Keep the ${keptWords.organization}`,
};

const Choices = () => {
  const { values, change } = useFormContext<Values>();
  const toggle = (name: KeptByErasure) =>
    change({
      keep: values.keep.includes(name) ? values.keep.filter((each) => each !== name) : [...values.keep, name],
    });
  return (
    <Stack gap="2" align="start">
      {keptByErasure.map((name) => (
        <Checkbox
          key={name}
          label={labels[name]}
          checked={values.keep.includes(name)}
          onChange={() => toggle(name)}
        />
      ))}
    </Stack>
  );
};

interface Props {
  readers: readonly FoundReader[];
  clients: readonly ConcernedClient[];
  reference: string;
  onClose: () => void;
  onErased: (outcome: ErasureOutcome) => void;
}

const none: Values = { keep: [] };

/** Asks what stays of the readers, and erases the rest. */
export const EraseDialog = ({ readers, clients, reference, onClose, onErased }: Props) => {
  const formId = useId();
  const names = readers.map(({ name }) => name).join(', ');
  const form = useForm<Values, ErasureOutcome>({
    initial: useMemo(() => none, []),
    save: async ({ keep }) => {
      const readerIds = readers.map(({ id }) => id);
      const body = { readerIds, keep: [...keep], reference, ...concern(clients) };
      return (await api('POST /api/personal-data/erase', { body })).data;
    },
    onSaved: onErased,
    leaveQuestion: null,
    once: true,
  });
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      title={`Erase ${names}?`}
      footer={<FormButtons formId={formId} saving={form.saving} label="Erase" danger onCancel={onClose} />}
    >
      <Form form={form} id={formId} aria-label="What stays">
        <Stack gap="4">
          <ConcernedClients clients={clients} />
          <Text>
            {`Names, contacts, notes and answers are erased ${clients.length > 0 ? 'there' : 'everywhere'}. `}
            The activities count on under a pseudonym, also those that are imported later. This cannot be
            undone.
          </Text>
          <Choices />
          <Text textStyle="small" color="textMuted">
            Figures by what is not kept change.
          </Text>
        </Stack>
      </Form>
    </Dialog>
  );
};
