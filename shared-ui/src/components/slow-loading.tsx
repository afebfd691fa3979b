import { RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Button, HomeLink } from './button.tsx';
import { Box, Heading, Text } from './layout.ts';
import { Spinner } from './spinner.tsx';
import { StateRoot } from './state-root.ts';

const slowAfterMs = 3000;

interface SlowLoadingProps {
  /** What is loading: 'Review Activities'. */
  name: string;
  onRetry: () => void;
  /** Shown for the first three seconds. */
  children?: ReactNode;
}

const StillLoading = ({ name, onRetry }: SlowLoadingProps) => {
  const isHome = useLocation().pathname === '/';
  return (
    <StateRoot role="status">
      <Spinner size={28} label="" />
      <div>
        <Heading as="p">{`${name} is still loading`}</Heading>
        <Text color="textMuted" mt="1">
          This is taking longer than usual. You can wait, try again or go to another page.
        </Text>
      </div>
      <Box display="flex" flexWrap="wrap" justifyContent="center" gap="2">
        <Button icon={<RotateCw size={15} aria-hidden="true" />} onClick={onRetry}>
          Try again
        </Button>
        {!isHome && <HomeLink />}
      </Box>
    </StateRoot>
  );
};

/** A placeholder for content that may not arrive: after three seconds, it says so and offers a way out. */
export const SlowLoading = (props: SlowLoadingProps) => {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return isSlow ? <StillLoading {...props} /> : props.children;
};
