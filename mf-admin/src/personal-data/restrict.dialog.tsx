import { api } from '@readerlens/auth';
import { maxReasonLength } from '@readerlens/contract/personal-data';
import {
  liftedMessage,
  reasonMissingMessage,
  restrictedMessage,
} from '@readerlens/contract/personal-data/messages';
import {
  Dialog,
  Form,
  FormButtons,
  Stack,
  Text,
  TextAreaField,
  confirmDiscard,
  toast,
  useForm,
  useTextField,
} from '@readerlens/ui';
import { useId, useMemo } from 'react';
import { concern, ConcernedClients } from './concerned-clients.tsx';
import type { ConcernedClient } from './concerned-clients.tsx';
import type { FoundReader } from './personal-data.queries.ts';

interface Props {
  reader: FoundReader;
  reference: string;
  onClose: () => void;
  onChanged: () => void;
}

interface RestrictProps extends Props {
  clients: readonly ConcernedClient[];
}

interface Values {
  reason: string;
}

const empty: Values = { reason: '' };
const discardQuestion = 'The reader has not been restricted. Your reason will be lost.';

const ReasonField = () => (
  <TextAreaField
    label="Reason"
    required
    hint="Without personal data. It is shown to whoever finds the reader here."
    maxLength={maxReasonLength}
    {...useTextField('reason')}
  />
);

/** Asks for the reason, and restricts the processing of a reader. */
export const RestrictDialog = ({ reader, clients, reference, onClose, onChanged }: RestrictProps) => {
  const formId = useId();
  const form = useForm<Values, true>({
    initial: useMemo(() => empty, []),
    check: ({ reason }) => ({ reason: reason.trim() === '' ? reasonMissingMessage : undefined }),
    save: async ({ reason }) => {
      const body = { readerId: reader.id, reason, reference, ...concern(clients) };
      await api('POST /api/personal-data/restrict', { body });
      return true;
    },
    onSaved: () => {
      toast.success(restrictedMessage);
      onChanged();
    },
    leaveQuestion: null,
    once: true,
  });
  const discard = async () => {
    if (!form.isDirty || (await confirmDiscard('restriction', discardQuestion))) onClose();
  };
  return (
    <Dialog
      open
      onClose={() => void discard()}
      title={`Restrict ${reader.name}?`}
      footer={
        <FormButtons formId={formId} saving={form.saving} label="Restrict" onCancel={() => void discard()} />
      }
    >
      <Form form={form} id={formId} aria-label="Restriction">
        <Stack gap="4">
          <ConcernedClients clients={clients} />
          <Text>
            Names, contacts, notes and answers are encrypted, and 'Restricted Reader' is shown in their place.
            Activities count on. Texts that others wrote stay, and waiting emails lose the name for good.
            Lifting the restriction puts the rest back.
          </Text>
          <ReasonField />
        </Stack>
      </Form>
    </Dialog>
  );
};

/** Asks, and lifts the restriction of a reader. */
export const LiftDialog = ({ reader, reference, onClose, onChanged }: Props) => {
  const formId = useId();
  const form = useForm<object, true>({
    initial: useMemo(() => ({}), []),
    save: async () => {
      await api('POST /api/personal-data/lift', { body: { readerId: reader.id, reference } });
      return true;
    },
    onSaved: () => {
      toast.success(liftedMessage);
      onChanged();
    },
    leaveQuestion: null,
    once: true,
  });
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      title={`Lift the restriction of reader ${reader.id}?`}
      footer={
        <FormButtons formId={formId} saving={form.saving} label="Lift restriction" onCancel={onClose} />
      }
    >
      <Form form={form} id={formId} aria-label="Lifting">
        <Text>Names, contacts, notes and answers are shown again everywhere, as they were.</Text>
      </Form>
    </Dialog>
  );
};
