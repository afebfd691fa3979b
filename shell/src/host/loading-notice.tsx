import { Spinner } from '@readerlens/ui';
import { useEffect, useState } from 'react';

/** How long an area may load before the page says so, and before it says that it still does. */
const patienceMs = { spinner: 300, still: 8_000 };

/** What stands in the place of an area while it loads: nothing at first, so that a quick one does not flicker. */
export const LoadingNotice = ({ name }: { name: string }) => {
  const [stage, setStage] = useState<'quiet' | 'loading' | 'still'>('quiet');
  useEffect(() => {
    const timers = [
      setTimeout(() => setStage('loading'), patienceMs.spinner),
      setTimeout(() => setStage('still'), patienceMs.still),
    ];
    return () => timers.forEach(clearTimeout);
  }, []);
  if (stage === 'quiet') return null;
  return <Spinner label={stage === 'still' ? `Still loading ${name}` : `Loading ${name}`} />;
};
