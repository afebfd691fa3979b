import { useBlinded } from '@readerlens/auth/react';
import { readerPath } from '@readerlens/contract/readers';
import { OfferedLink } from '@readerlens/ui';
import type { ReactNode } from 'react';
import { readerOf } from './activity.ts';
import type { ReviewActivity } from './activity.ts';

interface Props {
  activity: ReviewActivity;
  children: ReactNode;
}

/** A link to the reader's dashboard. In Blinded Mode the e-mail is masked, so that it leads to no reader. */
export const ReaderLink = ({ activity, children }: Props) => {
  const blinded = useBlinded();
  const { email } = activity;
  return (
    <OfferedLink
      to={email === null || blinded ? null : readerPath(email)}
      aria-label={`${readerOf(activity)}, reader dashboard`}
    >
      {children}
    </OfferedLink>
  );
};
