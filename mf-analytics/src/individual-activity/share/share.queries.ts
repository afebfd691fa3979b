import { api } from '@readerlens/auth';
import { toast, useOneAtATime } from '@readerlens/ui';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Viewer } from '@readerlens/auth/react';
import { payloadOf } from './share-form.ts';
import type { ShareForm } from './share-form.ts';

/** Sends the mail and shows the server's message. After a failure it can be sent again. */
export const useShare = (id: string, onSent: () => void) => {
  const { begin, done } = useOneAtATime();
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: (form: ShareForm) =>
      api('POST /api/analytics/share-individual-activity', { body: payloadOf(id, form) }, { asForm: true }),
    onSuccess: ({ message }) => {
      toast.success(message);
      onSent();
    },
    onError: (failure) => {
      toast.error(failure.message);
      // Not after a success: the dialog is about to close, and a second click must not send again.
      done();
    },
  });
  const send = (form: ShareForm) => begin(() => mutate(form));
  return { send, error, isPending, isSuccess };
};

/** The mail as the server would send it. */
export const previewQuery = (id: string, form: ShareForm, viewer: Viewer) => {
  const body = payloadOf(id, form);
  return queryOptions({
    queryKey: ['individual-activity', 'share-preview', body, viewer],
    queryFn: async ({ signal }) =>
      (await api('POST /api/analytics/share-individual-activity/preview', { body }, { signal })).data,
    gcTime: 0,
    retry: false,
  });
};
