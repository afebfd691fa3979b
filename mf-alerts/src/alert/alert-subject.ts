import type { AlertSubjectKind } from '@readerlens/contract/alerts';
import { api } from '@readerlens/auth';
import type { CallInput, Calls } from '@readerlens/contract/client';
import { queryOptions } from '@tanstack/react-query';
import type { Alert } from './alert.queries.ts';

/** The reader or the organization that an alert is about. */
export type AlertSubject = NonNullable<CallInput<Calls['POST /api/notification']>['body']['subject']>;

export type NamedSubject = NonNullable<Alert['subject']>;

export const subjectNouns: Readonly<Record<AlertSubjectKind, string>> = {
  Reader: 'reader',
  Organization: 'organization',
};

/** The subject in an address that leads to a new alert, as of the links in area.json: 'reader=5' or 'org=9'. */
export const readSubject = (search: string): AlertSubject | null => {
  const parameters = new URLSearchParams(search);
  const reader = parameters.get('reader');
  if (reader) return { kind: 'Reader', id: reader };
  const organization = parameters.get('org');
  return organization ? { kind: 'Organization', id: organization } : null;
};

/** The subject with its name, as the viewer sees it. */
export const subjectQuery = ({ kind, id }: AlertSubject) =>
  queryOptions({
    queryKey: ['alert-subject', kind, id] as const,
    queryFn: async ({ signal }) =>
      (await api('GET /api/notification-subjects/{kind}/{id}', { params: { kind, id } }, { signal })).data,
    staleTime: Infinity,
    meta: { pageContent: true },
  });
