import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import type { ComponentProps, RefObject } from 'react';
import { createStore, useStoreValue } from './store.ts';

const Root = chakra('section', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2',
    minH: '58px',
    px: '4',
    py: '2.5',
    background: 'raised',
    borderWidth: '1px',
    borderRadius: 'lg',
  },
  variants: {
    follows: { true: { position: 'sticky', bottom: 0, zIndex: 5, boxShadow: 'sm' } },
  },
});

// A store, not a property of the page's root element: that would have the browser style every element anew.
const height = createStore(0);

/** For what floats above the lower edge of the window: the height of the bar that stays there, 0 without one. */
export const useActionBarHeight = () => useStoreValue(height);

const useTellHeight = (bar: RefObject<HTMLElement | null>, follows: boolean) => {
  useEffect(() => {
    if (!follows || !bar.current) return;
    const observer = new ResizeObserver(([entry]) =>
      height.set(Math.ceil(entry?.borderBoxSize[0]?.blockSize ?? 0)),
    );
    observer.observe(bar.current);
    return () => {
      observer.disconnect();
      height.set(0);
    };
  }, [bar, follows]);
};

export interface ActionBarProps extends Omit<ComponentProps<typeof Root>, 'ref'> {
  /** While the list goes on below the window, the bar stays at the window's lower edge. */
  follows?: boolean;
}

/** Commands for what is chosen, at the end of a list. Messages keep above it while it follows. */
export const ActionBar = ({ follows = false, ...rest }: ActionBarProps) => {
  const bar = useRef<HTMLElement>(null);
  useTellHeight(bar, follows);
  return <Root ref={bar} follows={follows} {...rest} />;
};
