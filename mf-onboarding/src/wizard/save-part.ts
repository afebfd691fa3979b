import { useViewer } from '@readerlens/auth/react';
import { useQueryClient } from '@tanstack/react-query';
import { formQuery, formsKey } from '../form/form.queries.ts';
import type { FormStatus, OnboardingForm } from '../form/form.queries.ts';

/** The fields that differ from the stored ones. */
export const pickChanges = <Values extends object>(values: Values, stored: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify((stored as Record<string, unknown>)[name]),
    ),
  ) as Partial<Values>;

/** Puts what was saved into the form that the page shows. */
export const useStoreSaved = (id: string) => {
  const queryClient = useQueryClient();
  const viewer = useViewer();
  return (status: FormStatus, part: Partial<OnboardingForm>): void => {
    queryClient.setQueryData(
      formQuery(id, viewer).queryKey,
      (form) => form && { ...form, ...status, ...part },
    );
    void queryClient.invalidateQueries({ queryKey: [formsKey, 'list'] });
  };
};

/** Reads the form again, and resolves with it. */
export const useRefetchForm = (id: string) => {
  const queryClient = useQueryClient();
  const viewer = useViewer();
  const { queryKey } = formQuery(id, viewer);
  return async (): Promise<OnboardingForm | undefined> => {
    await queryClient.refetchQueries({ queryKey, exact: true }, { throwOnError: true });
    return queryClient.getQueryData(queryKey);
  };
};

/** Reads the form again, after a change of its files or a conflict. */
export const useReloadForm = (id: string) => {
  const queryClient = useQueryClient();
  const viewer = useViewer();
  return (): Promise<void> => queryClient.invalidateQueries({ queryKey: formQuery(id, viewer).queryKey });
};
