import { readerPath } from '@readerlens/contract/readers';
import { OfferedLink } from '@readerlens/ui';
import type { ReactNode } from 'react';
import type { ReviewActivity } from './activity.ts';

interface Props {
  activity: ReviewActivity;
  children: ReactNode;
}

/** A link to the reader's dashboard, by id: another reader can have the same e-mail. */
export const ReaderLink = ({ activity, children }: Props) => (
  <OfferedLink
    to={readerPath({ emailUrl: null, userId: activity.userId })}
    aria-label={`${activity.fullName}, reader dashboard`}
  >
    {children}
  </OfferedLink>
);
