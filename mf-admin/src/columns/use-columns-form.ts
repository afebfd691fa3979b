import { ApiError, api } from '@readerlens/auth';
import { exportColumnOf } from '@readerlens/contract/explorer';
import { defaultColumnsQuery } from '@readerlens/filters/panel';
import { toast, useOneAtATime } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { settingsToast } from '../person/settings-toast.ts';

/** Columns as the API takes them. */
const columnsOf = (names: readonly string[]) =>
  names.flatMap((name) => {
    const column = exportColumnOf(name);
    if (!column) return [];
    const { field, category, isMandatoryForExport } = column;
    return [{ field, category, isMandatoryForExport }];
  });

/** The default columns of a user as edited. Exports of open pages start with them once they are saved. */
export const useColumnsForm = (userId: string, saved: readonly string[]) => {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<readonly string[]>();
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { begin, done } = useOneAtATime();
  const value = draft ?? saved;

  const run = async () => {
    setSaving(true);
    setFailure(undefined);
    try {
      const { data } = await api('PUT /api/default-columns', { body: { userId, columns: columnsOf(value) } });
      const { queryKey } = defaultColumnsQuery(userId);
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, data);
      // Keep what was changed while saving.
      setDraft((current) => (current === draft ? undefined : current));
      toast.success('Default Columns Saved', settingsToast);
    } catch (error) {
      toast.error('Error saving default filters.', settingsToast);
      setFailure(error instanceof ApiError ? error.message : undefined);
    }
    setSaving(false);
  };
  return {
    value,
    change: (next: readonly string[]) => setDraft(next),
    isDirty: draft !== undefined && draft.join() !== saved.join(),
    saving,
    /** Why the columns were not saved. */
    failure,
    save: () => begin(() => void run().finally(done)),
    /** Restores the saved columns. */
    reset: () => {
      setFailure(undefined);
      setDraft(undefined);
    },
  };
};
