import { toast, useOneAtATime } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { manageAlertsPath } from '../../alert/alert-paths.ts';
import { alertQuery, alertsKey } from '../../alert/alert.queries.ts';
import type { Alert } from '../../alert/alert.queries.ts';
import { saveFailure } from './save-failure.ts';
import type { SaveFailure } from './save-failure.ts';

/** A step that was saved. */
export interface SavedStep {
  readonly alert: Alert;
  /** Leaves the wizard instead of going on to the next step. */
  readonly leave: boolean;
}

/** Saves a step of an alert, one save at a time. The step is replaced when the saved alert arrives. */
export const useSaveStep = (alert: Alert, onSaved: (saved: SavedStep) => void) => {
  const queryClient = useQueryClient();
  const { begin, done } = useOneAtATime();
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<SaveFailure>();
  const run = async (send: () => Promise<{ data: Alert }>, leave: boolean) => {
    setSaving(true);
    setFailure(undefined);
    try {
      const { data } = await send();
      queryClient.setQueryData(alertQuery(alert.id).queryKey, data);
      void queryClient.invalidateQueries({ queryKey: [alertsKey] });
      onSaved({ alert: data, leave });
    } catch (error) {
      setFailure(saveFailure(error));
    }
    setSaving(false);
  };
  return {
    saving,
    failure,
    save: (send: () => Promise<{ data: Alert }>, leave: boolean) =>
      begin(() => void run(send, leave).finally(done)),
  };
};

/**
 * Goes on after a step was saved: once the page shows the saved version, and has no unsaved changes left that would be
 * asked about. `next` is the path of the next step.
 */
export const useGoOn = ({ version }: Alert, next: string | undefined) => {
  const navigate = useNavigate();
  const [saved, setSaved] = useState<SavedStep>();
  const isShown = saved !== undefined && saved.alert.version <= version;
  const goOn = useEffectEvent(() => {
    if (!saved) return;
    if (!saved.leave && next !== undefined) void navigate(next);
    else {
      toast.success(`Saved ${saved.alert.name}`);
      void navigate(manageAlertsPath);
    }
  });
  useEffect(() => {
    if (isShown) goOn();
  }, [saved, isShown]);
  return setSaved;
};
