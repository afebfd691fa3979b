import { formMissing, submitFailedMessage } from '@readerlens/contract/onboarding/messages';
import { api } from '@readerlens/auth';
import { useAccess, useViewer } from '@readerlens/auth/react';
import { Button, PageHeader, Stack, toast, useOneAtATime } from '@readerlens/ui';
import { DetailFailure, DetailLoading, ListLink } from '@readerlens/ui/parts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { DownloadButtons } from '../form/download-buttons.tsx';
import { ClientCard } from '../client-setup/client-card.tsx';
import { SetUpButton } from '../client-setup/set-up-button.tsx';
import { FormCards } from '../form/form-cards.tsx';
import { formQuery, formsKey } from '../form/form.queries.ts';
import type { OnboardingForm } from '../form/form.queries.ts';
import { onboardingListPath } from '../form/onboarding-paths.ts';
import { FormStateBadge } from '../form/state-badge.tsx';
import { RemindersCard } from './reminders-card.tsx';

const submitted = 'A submitted form cannot be sent again';

const ResendButton = ({ form }: { form: OnboardingForm }) => {
  const queryClient = useQueryClient();
  const { begin, done } = useOneAtATime();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api('GET /api/manage-onboarding/{id}/resend-onboarding-form', { params: { id: form.id } }),
    onSuccess: ({ message }) => {
      toast.success(message);
      return queryClient.invalidateQueries({ queryKey: [formsKey] });
    },
    onError: () => void toast.error(submitFailedMessage),
    onSettled: done,
  });
  return (
    <Button
      icon={<Send size={15} aria-hidden="true" />}
      loading={isPending}
      disabled={form.isSubmitted}
      title={form.isSubmitted ? submitted : undefined}
      onClick={() => begin(() => mutate())}
    >
      Resend Onboarding Form
    </Button>
  );
};

/** An onboarding form, read-only. Staff get to its steps from here. */
export const OnboardingPreviewScreen = () => {
  const { id = '' } = useParams();
  const isStaff = useAccess({ role: 'Internal' });
  const { data, error, refetch } = useQuery(formQuery(id, useViewer()));
  return (
    <>
      <PageHeader
        overline={isStaff && <ListLink to={onboardingListPath}>Onboarding Dashboard</ListLink>}
        title={data ? data.companyName : 'Onboarding Form'}
        description={data && `${data.name}, ${data.email}`}
        actions={
          data && (
            <>
              <FormStateBadge form={data} />
              <DownloadButtons form={data} />
              {isStaff && <ResendButton form={data} />}
              {isStaff && <SetUpButton form={data} />}
            </>
          )
        }
      />
      {data && (
        <Stack gap="4">
          <FormCards form={data} canEdit={isStaff && data.mayEdit} />
          <ClientCard form={data} />
          {data.reminder && <RemindersCard form={data} reminder={data.reminder} />}
        </Stack>
      )}
      {!data && error && (
        <DetailFailure
          error={error}
          thing="onboarding form"
          notFound={formMissing}
          list={
            isStaff
              ? { path: onboardingListPath, name: 'the Onboarding Dashboard' }
              : { path: '/', name: 'the start page' }
          }
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <DetailLoading label="Loading onboarding form" />}
    </>
  );
};
