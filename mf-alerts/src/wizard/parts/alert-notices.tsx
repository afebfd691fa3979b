import { api } from '@readerlens/auth';
import { Banner, Button, toast } from '@readerlens/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { alertQuery, alertsKey } from '../../alert/alert.queries.ts';
import type { Alert } from '../../alert/alert.queries.ts';

const Enable = ({ alert: { id } }: { alert: Alert }) => {
  const queryClient = useQueryClient();
  const { isPending, mutate } = useMutation({
    mutationFn: async () => (await api('PUT /api/notification-enable/{id}', { params: { id } })).data,
    onSuccess: (enabled) => {
      queryClient.setQueryData(alertQuery(id).queryKey, enabled);
      void queryClient.invalidateQueries({ queryKey: [alertsKey] });
    },
    onError: ({ message }) => void toast.error(message),
  });
  return (
    <Button size="sm" loading={isPending} onClick={() => mutate()}>
      Enable
    </Button>
  );
};

/** Why an alert cannot be edited. */
export const AlertNotices = ({ alert }: { alert: Alert }) => {
  const { isReadOnly, editable, disabled, disabledReason, canEnable, createdBy } = alert;
  if (disabled && disabledReason !== null)
    return (
      <Banner
        role="status"
        tone={editable ? 'warning' : 'negative'}
        shape="box"
        actions={canEnable && <Enable alert={alert} />}
      >
        {disabledReason}
      </Banner>
    );
  if (isReadOnly)
    return <Banner shape="box">{`You receive this alert of ${createdBy}, but cannot change it.`}</Banner>;
  if (!editable)
    return (
      <Banner shape="box">
        This alert belongs to an account that you cannot open, so you cannot change its settings.
      </Banner>
    );
  return null;
};
