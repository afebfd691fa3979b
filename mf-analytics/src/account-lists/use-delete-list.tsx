import { api } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import { useRefreshLists } from '@readerlens/filters/panel';
import type { AccountList } from '@readerlens/filters/panel';
import { Stack, Text, confirm, toast } from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import { useMutation } from '@tanstack/react-query';

type Uses = CallData<Calls['GET /api/account-lists/{id}/uses']>;

/** What stops working, one line for each kind of thing. */
const listUses = ({ savedSearches, alerts, reports, pageMails, ofOthers }: Uses): string[] => [
  ...(savedSearches.length > 0 ? [`Saved searches: ${savedSearches.join(', ')}`] : []),
  ...(alerts.length > 0 ? [`Alerts: ${alerts.join(', ')}`] : []),
  ...(reports.length > 0 ? [`Activity reports to ${reports.join(', ')}`] : []),
  ...(pageMails > 0 ? [countText(pageMails, 'scheduled page')] : []),
  ...(ofOthers > 0
    ? [`${countText(ofOthers, 'search, alert or report', 'searches, alerts or reports')} of other people`]
    : []),
];

const Question = ({ uses }: { uses: readonly string[] }) => (
  <Stack gap="2">
    {uses.length === 0 ? (
      <Text>No saved search, alert or report uses it.</Text>
    ) : (
      <>
        <Text>These use it. Alerts, reports and scheduled pages stop; searches find nothing by it.</Text>
        {uses.map((line) => (
          <Text key={line} overflowWrap="anywhere">
            {line}
          </Text>
        ))}
      </>
    )}
  </Stack>
);

/** Deletes a list after a question that names what uses it. */
export const useDeleteList = ({ id, name }: AccountList, onDeleted: () => void) => {
  const refresh = useRefreshLists();
  const deletion = useMutation({
    mutationFn: async () => {
      const { data } = await api('GET /api/account-lists/{id}/uses', { params: { id } });
      const title = `Delete the account list “${name}”?`;
      const message = <Question uses={listUses(data)} />;
      if (!(await confirm({ title, message, confirmLabel: 'Delete', danger: true }))) return;
      toast.success((await api('DELETE /api/account-lists/{id}', { params: { id } })).message);
      onDeleted();
      void refresh(id);
    },
    onError: (error) => toast.error(error.message),
  });
  return { remove: () => deletion.mutate(), isPending: deletion.isPending };
};
