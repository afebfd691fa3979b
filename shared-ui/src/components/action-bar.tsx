import { chakra } from '@chakra-ui/react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { ComponentProps, RefObject } from 'react';
import { createStore } from './store.ts';

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

/** Pixels from the window's lower edge up to a bar's edges. */
interface Place {
  readonly upper: number;
  readonly lower: number;
}

// A store, not a property of the page's root element: that would have the browser style every element anew. It has
// numbers, not the element: whoever shows something above the bar outlives the area that the bar belongs to.
const place = createStore<Place | null>(null);

const liftOver = (bar: Place | null, reach: number): number =>
  bar && bar.upper > 0 && bar.lower < reach ? Math.ceil(bar.upper) : 0;

/**
 * For what floats above the lower edge of the window and takes `reach` pixels there: how far it has to go up to leave
 * the bar free, 0 where none is in its way.
 */
export const useActionBarLift = (reach: number): number =>
  useSyncExternalStore(place.subscribe, () => liftOver(place.get(), reach));

/** The part of the window that something may float in. */
const lowerPart = { rootMargin: '-75% 0px 0px 0px', threshold: [0, 0.25, 0.5, 0.75, 1] };

/** Tells where the bar is: when the window scrolls or changes, and when the list above moves it. */
const useTellPlace = (bar: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const measure = () => {
      const { top, bottom } = element.getBoundingClientRect();
      place.set({ upper: innerHeight - top, lower: innerHeight - bottom });
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    const moved = new IntersectionObserver(measure, lowerPart);
    moved.observe(element);
    addEventListener('scroll', measure, { capture: true, passive: true });
    addEventListener('resize', measure);
    return () => {
      resized.disconnect();
      moved.disconnect();
      removeEventListener('scroll', measure, { capture: true });
      removeEventListener('resize', measure);
      place.set(null);
    };
  }, [bar]);
};

export interface ActionBarProps extends Omit<ComponentProps<typeof Root>, 'ref'> {
  /** While the list goes on below the window, the bar stays at the window's lower edge. */
  follows?: boolean;
}

/** Commands for what is chosen, at the end of a list. Messages keep above it. */
export const ActionBar = ({ follows = false, ...rest }: ActionBarProps) => {
  const bar = useRef<HTMLElement>(null);
  useTellPlace(bar);
  return <Root ref={bar} follows={follows} {...rest} />;
};
