import { readClientId } from '@readerlens/contract/explorer';
import { readerPath } from '@readerlens/contract/readers';
import { SubjectLink } from '@readerlens/filters';
import type { ReactNode } from 'react';
import type { ReviewActivity } from './activity.ts';

interface Props {
  activity: ReviewActivity;
  children: ReactNode;
}

/**
 * A link to the reader's dashboard, by id: another reader can have the same e-mail. A reader of whom nothing is approved yet has none.
 */
export const ReaderLink = ({ activity, children }: Props) => (
  <SubjectLink
    to={activity.hasDashboard ? readerPath({ emailUrl: null, userId: activity.userId }) : null}
    clientId={readClientId(activity.id)}
    aria-label={`${activity.fullName}, reader dashboard`}
  >
    {children}
  </SubjectLink>
);
