import { confirm } from '@readerlens/ui';
import { leaveQuestion } from '../host/index.ts';
import { signOut } from './end-session.ts';

/** Logs out on request. Unsaved work is asked about first: afterwards there is no page left to stay on. */
export const askToSignOut = async () => {
  const title = leaveQuestion();
  if (
    title === undefined ||
    (await confirm({ title, confirmLabel: 'Log out', cancelLabel: 'Stay', danger: true }))
  )
    signOut();
};
