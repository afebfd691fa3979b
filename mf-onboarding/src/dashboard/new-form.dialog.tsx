import { noAccessMessage } from '@readerlens/contract/messages';
import { addressMessage } from '@readerlens/contract/onboarding/messages';
import { api } from '@readerlens/auth';
import { useUser } from '@readerlens/auth/react';
import { isEmail } from '@readerlens/contract/vocabulary';
import { OptionsField } from '@readerlens/filters';
import { namedCatalogue } from '@readerlens/filters/model';
import type { Term } from '@readerlens/filters/model';
import {
  Button,
  Dialog,
  Form,
  LoadError,
  SelectField,
  Skeleton,
  Stack,
  TextField,
  confirmDiscard,
  toast,
  useForm,
  useFormContext,
  useProblem,
  useTextField,
} from '@readerlens/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { formsKey } from '../form/form.queries.ts';
import { stepPath } from '../form/onboarding-paths.ts';
import { ReminderDaysField, findReminderProblem } from '../form/reminder-days-field.tsx';
import type { ReminderDays } from '../form/reminder-days-field.tsx';
import { publicationsQuery, reminderDefaultQuery } from './forms.queries.ts';

interface NewForm extends ReminderDays {
  name: string;
  email: string;
  company: readonly Term[];
  sentFromName: string;
  senderEmail: string;
}

/** How long the confirmation is shown before the form opens. */
const redirectMs = 3000;
const clients = namedCatalogue.find('Clients');

const requireText = (text: string, label: string) =>
  text.trim() === '' ? `${label} Is Required` : undefined;
const requireEmail = (text: string, label: string) =>
  requireText(text, label) ?? (isEmail(text.trim()) ? undefined : addressMessage);

const findProblems = ({ name, email, company, sentFromName, senderEmail, remindAfterDays }: NewForm) => ({
  name: requireText(name, 'Name'),
  email: requireEmail(email, 'Email Address'),
  companyId: company.length === 0 ? 'Company Is Required' : undefined,
  sentFromName: sentFromName === '' ? 'From Name Is Required' : undefined,
  senderEmail: requireEmail(senderEmail, 'From Address'),
  remindAfterDays: findReminderProblem(remindAfterDays),
});

const CompanyField = () => {
  const { values, change } = useFormContext<NewForm>();
  const error = useProblem('companyId');
  if (!clients) return null;
  return (
    <OptionsField
      label="Company"
      required
      single
      placeholder="Choose a company"
      definition={clients}
      value={values.company}
      error={error}
      onChange={(company) => change({ company })}
    />
  );
};

const FromNameField = ({ publications }: { publications: readonly string[] }) => {
  const { values, change } = useFormContext<NewForm>();
  return (
    <SelectField
      label="From Name"
      required
      placeholder="Choose a publication"
      options={publications.map((name) => ({ value: name, label: name }))}
      value={values.sentFromName}
      error={useProblem('sentFromName')}
      onChange={({ currentTarget }) => change({ sentFromName: currentTarget.value })}
    />
  );
};

const Fields = ({ publications }: { publications: readonly string[] }) => (
  <Stack gap="4" pb="2">
    <TextField label="Name" required autoComplete="off" {...useTextField('name')} />
    <TextField label="Email Address" required type="email" autoComplete="off" {...useTextField('email')} />
    <CompanyField />
    <FromNameField publications={publications} />
    <TextField label="From Address" required type="email" {...useTextField('senderEmail')} />
    <ReminderDaysField />
  </Stack>
);

const formId = 'new-onboarding-form';
const discardQuestion = 'The form has not been sent. Your changes will be lost.';

/** Creates an onboarding form and mails its link; then the form opens. */
export const NewFormDialog = ({ onClose }: { onClose: () => void }) => {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const user = useUser();
  const publications = useQuery(publicationsQuery());
  const [created, setCreated] = useState<string>();
  const [senderEmail] = useState(user?.email ?? '');
  const remindAfterDays = useQuery(reminderDefaultQuery()).data ?? null;
  const initial = useMemo<NewForm>(
    () => ({ name: '', email: '', company: [], sentFromName: '', senderEmail, remindAfterDays }),
    [senderEmail, remindAfterDays],
  );
  const form = useForm({
    initial,
    check: findProblems,
    save: ({ company, remindAfterDays: days, ...values }) => {
      const body = { ...values, companyId: company[0]?.id ?? '', remindAfterDays: days ?? 0 };
      return api('POST /api/onboarding', { body });
    },
    onSaved: ({ data, message }) => {
      toast.success(message);
      void queryClient.invalidateQueries({ queryKey: [formsKey] });
      setCreated(data);
    },
    onRefused: () => void toast.error('There was an error generating the Onboarding form'),
    once: true,
    leaveQuestion: discardQuestion,
  });
  useEffect(() => {
    if (created === undefined) return;
    const timer = setTimeout(() => void navigate(stepPath(created, 0)), redirectMs);
    return () => clearTimeout(timer);
  }, [created, navigate]);
  const close = async () => {
    if (form.saving) return;
    if (created !== undefined || !form.isDirty || (await confirmDiscard('form', discardQuestion))) onClose();
  };
  const { data, error, refetch } = publications;
  return (
    <Dialog
      open
      onClose={() => void close()}
      title="Create a new onboarding form"
      footer={
        <>
          <Button onClick={() => void close()}>{created === undefined ? 'Cancel' : 'Close'}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            icon={<Send size={15} aria-hidden="true" />}
            loading={form.saving}
            disabled={data === undefined || created !== undefined}
          >
            Send
          </Button>
        </>
      }
    >
      {data && (
        <Form form={form} id={formId} aria-label="New onboarding form">
          <Fields publications={data} />
        </Form>
      )}
      {!data && error && (
        <LoadError
          error={error}
          refused={noAccessMessage('onboarding forms')}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton height="320px" />}
    </Dialog>
  );
};
