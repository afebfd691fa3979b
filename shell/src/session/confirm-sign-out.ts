import { confirm } from '@readerlens/ui';
import { leaveQuestion } from '../host/index.ts';
import { signOut } from './end-session.ts';

/** Logs out, after confirmation if there is unsaved work: after logging out, it is too late to stay on the page. */
export const confirmSignOut = async () => {
  const title = leaveQuestion();
  if (
    title === undefined ||
    (await confirm({ title, confirmLabel: 'Log out', cancelLabel: 'Stay', danger: true }))
  )
    signOut();
};
