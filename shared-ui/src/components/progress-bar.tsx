import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';

/** A thin line at the top of the page while something loads; delayed, so that it does not flicker for fast responses. */
export const ProgressBar = ({ active, label = 'Loading' }: { active: boolean; label?: string }) => {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(active), active ? 120 : 200);
    return () => clearTimeout(timer);
  }, [active]);
  if (!shown) return null;
  return (
    // Outside all landmarks, axe allows only live regions.
    <chakra.div
      role="status"
      position="fixed"
      top="0"
      insetInline="0"
      height="3px"
      overflow="hidden"
      zIndex="toast"
    >
      <chakra.progress srOnly aria-label={label} />
      <chakra.div
        position="absolute"
        insetBlock="0"
        background="accent"
        animation="sweep 1.4s cubic-bezier(.6,.1,.3,1) infinite"
      />
    </chakra.div>
  );
};
