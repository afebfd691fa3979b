import { api } from '@readerlens/auth';
import { reportDeletedMessage } from '@readerlens/contract/activity-reports/messages';
import { confirm, toast, useOneAtATime } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useState } from 'react';
import { personName } from '../../person/person.ts';
import { settingsToast } from '../../person/settings-toast.ts';
import { refreshReports } from '../reports.queries.ts';
import type { ReportConfig } from '../reports.queries.ts';

/** Deletes configurations: after a question, one at a time. */
export const useDeleteConfig = () => {
  const queryClient = useQueryClient();
  const { begin, done } = useOneAtATime();
  const [busy, setBusy] = useState<string>();
  const run = async (config: ReportConfig) => {
    const name = personName(config);
    const isSure = await confirm({
      title: 'Are you sure you want to delete this activity report?',
      message: `${name}, ${config.email}`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!isSure) return;
    setBusy(config.id);
    try {
      await api('DELETE /api/activity-report-config/{id}', { params: { id: config.id } });
      toast.success(reportDeletedMessage(name), settingsToast);
    } catch {
      toast.error(`There was a error on deleting the report ${name}.`, settingsToast);
    }
    // Also after a failure: someone else may have changed the configurations.
    await refreshReports(queryClient);
    setBusy(undefined);
  };
  return { busy, remove: (config: ReportConfig) => begin(() => void run(config).finally(done)) };
};

/** Provides the deletion to the rows of a list; undefined where nothing can be changed. */
export const DeleteConfigContext = createContext<ReturnType<typeof useDeleteConfig> | undefined>(undefined);
