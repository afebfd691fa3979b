import { useForm } from '@readerlens/ui';
import type { FormOptions } from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { alertQuery, alertsKey } from '../../alert/alert.queries.ts';
import type { Alert } from '../../alert/alert.queries.ts';
import { explainFailure } from './save-failure.ts';
import type { StepProps } from './step-props.ts';

interface Options<Values extends object> extends Omit<FormOptions<Values, Alert>, 'save' | 'onSaved'> {
  /** Sends the values, and resolves with the alert as it is stored then. */
  send: (values: Values) => Promise<{ data: Alert }>;
}

/** The form of a step of an alert. The page shows what was saved before it goes on. */
export const useStepForm = <Values extends object>(
  { alert, onSaved }: Pick<StepProps, 'alert' | 'onSaved'>,
  { send, ...options }: Options<Values>,
) => {
  const queryClient = useQueryClient();
  return useForm<Values, Alert>({
    ...options,
    save: async (values) => {
      const { data } = await send(values);
      queryClient.setQueryData(alertQuery(alert.id).queryKey, data);
      void queryClient.invalidateQueries({ queryKey: [alertsKey] });
      return data;
    },
    onSaved,
    explain: explainFailure,
  });
};
