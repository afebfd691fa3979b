import { api } from '@readerlens/auth';
import { ActionBar, Button, Form, Span, Stack, toast, useForm } from '@readerlens/ui';
import { Check } from 'lucide-react';
import { useMemo } from 'react';
import { AccountsCard } from './accounts-card.tsx';
import type { ClientSetup, SetupProposal } from './client-setup.queries.ts';
import { ProfileCard } from './profile-card.tsx';
import { ReportsCard } from './reports-card.tsx';
import { findSetupProblems, formatChosen, startValues, toInput } from './setup-values.ts';
import type { SetupValues } from './setup-values.ts';

interface SetupFormProps {
  setup: ClientSetup;
  proposal: SetupProposal;
  onSaved: (setup: ClientSetup) => void;
  onReload: () => void;
}

/** What is made of a form, to be confirmed once. */
export const SetupForm = ({ setup, proposal, onSaved, onReload }: SetupFormProps) => {
  const initial = useMemo(() => startValues(proposal), [proposal]);
  const form = useForm<SetupValues, ClientSetup>({
    initial,
    check: findSetupProblems,
    save: async (values) => {
      const { data, message } = await api('POST /api/onboarding/{formId}/client-setup', {
        params: { formId: setup.formId },
        body: toInput(values, setup, proposal),
      });
      toast.success(message);
      return data;
    },
    onSaved,
    onRefused: () => void toast.error('The client has not been set up'),
    once: true,
  });
  return (
    <Form
      form={form}
      aria-label="Set up client"
      failureActions={form.isConflict && <Button onClick={onReload}>Load it again</Button>}
    >
      <Stack gap="4">
        <ProfileCard formId={setup.formId} proposal={proposal} />
        <AccountsCard proposal={proposal} />
        <ReportsCard proposal={proposal} />
        <ActionBar follows aria-label="Confirm">
          <Span flex="1" minW="180px" color="textMuted" aria-live="polite">
            {formatChosen(form.values)}
          </Span>
          <Button
            type="submit"
            variant="primary"
            icon={<Check size={15} aria-hidden="true" />}
            loading={form.saving}
          >
            Set up client
          </Button>
        </ActionBar>
      </Stack>
    </Form>
  );
};
