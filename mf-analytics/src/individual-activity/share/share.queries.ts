import { api } from '@readerlens/auth';
import { queryOptions } from '@tanstack/react-query';
import type { Viewer } from '@readerlens/auth/react';
import { buildPayload } from './share-form.ts';
import type { ShareForm } from './share-form.ts';

export const sendShare = (id: string, form: ShareForm) =>
  api('POST /api/analytics/share-individual-activity', { body: buildPayload(id, form) }, { asForm: true });

/** The mail as the server would send it. */
export const previewQuery = (id: string, form: ShareForm, viewer: Viewer) => {
  const body = buildPayload(id, form);
  return queryOptions({
    queryKey: ['individual-activity', 'share-preview', body, viewer],
    queryFn: async ({ signal }) =>
      (await api('POST /api/analytics/share-individual-activity/preview', { body }, { signal })).data,
    gcTime: 0,
    retry: false,
  });
};
