import { confirm } from '@readerlens/ui';
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { leaveQuestion } from '../host/index.ts';

/** Asks before unsaved work is left, for every way out of the page. */
export const LeaveQuestion = () => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && leaveQuestion() !== undefined,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({
      title: leaveQuestion() ?? 'Leave this page?',
      confirmLabel: 'Leave',
      cancelLabel: 'Stay',
      danger: true,
    }).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (leaveQuestion() !== undefined) event.preventDefault();
    };
    addEventListener('beforeunload', onUnload);
    return () => removeEventListener('beforeunload', onUnload);
  }, []);
  return null;
};
