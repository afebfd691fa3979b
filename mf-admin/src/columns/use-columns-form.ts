import { api } from '@readerlens/auth';
import { findExportColumn } from '@readerlens/contract/explorer';
import { columnsSavedMessage } from '@readerlens/contract/searches/messages';
import { defaultColumnsQuery } from '@readerlens/filters/columns';
import { toast, useForm } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { settingsToast } from '../person/settings-toast.ts';

/** Columns as the API takes them. */
const toInput = (names: readonly string[]) =>
  names.flatMap((name) => {
    const column = findExportColumn(name);
    if (!column) return [];
    const { field, category, isMandatoryForExport } = column;
    return [{ field, category, isMandatoryForExport }];
  });

export interface ColumnsValues {
  readonly columns: readonly string[];
}

/** The default columns of a user as edited. Exports of open pages start with them once they are saved. */
export const useColumnsForm = (userId: string, saved: readonly string[]) => {
  const queryClient = useQueryClient();
  return useForm<ColumnsValues, readonly { field: string }[]>({
    initial: { columns: saved },
    save: async ({ columns }) => {
      const { data } = await api('PUT /api/default-columns', { body: { userId, columns: toInput(columns) } });
      const { queryKey } = defaultColumnsQuery(userId);
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, data);
      return data;
    },
    readSaved: (data) => ({ columns: data.map(({ field }) => field) }),
    onSaved: () => void toast.success(columnsSavedMessage, settingsToast),
    onRefused: () => void toast.error('Error saving default filters.', settingsToast),
  });
};
