import { ConfirmDialog } from '@readerlens/ui';
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { leaveQuestion } from '../host/index.ts';

/** Asks before any navigation that loses unsaved work. The dialog closes if the page is left anyway. */
export const LeaveQuestion = () => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && leaveQuestion() !== undefined,
  );
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (leaveQuestion() !== undefined) event.preventDefault();
    };
    addEventListener('beforeunload', onUnload);
    return () => removeEventListener('beforeunload', onUnload);
  }, []);
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      open
      title={leaveQuestion() ?? 'Leave this page?'}
      confirmLabel="Leave"
      cancelLabel="Stay"
      danger
      onConfirm={() => blocker.proceed()}
      onCancel={() => blocker.reset()}
    />
  );
};
