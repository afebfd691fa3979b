import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import type { ComponentProps, RefObject } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

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

/** Distances from the bottom of the window to the bar's edges, in pixels. */
interface Place {
  readonly upper: number;
  readonly lower: number;
}

// A store, not a property of the page's root element: that would make the browser restyle every element. It contains
// numbers, not the element: the toaster outlives the area that the bar belongs to.
const place = createStore<Place | null>()(() => null);

const liftOver = (bar: Place | null, reach: number): number =>
  bar && bar.upper > 0 && bar.lower < reach ? Math.ceil(bar.upper) : 0;

/**
 * For elements that float above the bottom of the window and take `reach` pixels there: how far they must move up to
 * leave the bar visible; 0 where no bar is in the way.
 */
export const useActionBarLift = (reach: number): number => useStore(place, (bar) => liftOver(bar, reach));

/** The part of the window where elements may float. */
const lowerPart = { rootMargin: '-75% 0px 0px 0px', threshold: [0, 0.25, 0.5, 0.75, 1] };

/** Publishes the bar's position when the window scrolls or resizes, and when the list above moves the bar. */
const useTellPlace = (bar: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const measure = () => {
      const { top, bottom } = element.getBoundingClientRect();
      place.setState({ upper: innerHeight - top, lower: innerHeight - bottom }, true);
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    // The page's padding follows what floats in its corner, and moves a bar at its end.
    const page = element.closest('main');
    if (page) resized.observe(page);
    const moved = new IntersectionObserver(measure, lowerPart);
    moved.observe(element);
    addEventListener('scroll', measure, { capture: true, passive: true });
    addEventListener('resize', measure);
    return () => {
      resized.disconnect();
      moved.disconnect();
      removeEventListener('scroll', measure, { capture: true });
      removeEventListener('resize', measure);
      place.setState(null, true);
    };
  }, [bar]);
};

export interface ActionBarProps extends Omit<ComponentProps<typeof Root>, 'ref'> {
  /** Keeps the bar at the bottom of the window while the list continues below it. */
  follows?: boolean;
}

/** Commands for the selected rows, at the end of a list. Messages stay above it. */
export const ActionBar = ({ follows = false, ...rest }: ActionBarProps) => {
  const bar = useRef<HTMLElement>(null);
  useTellPlace(bar);
  return <Root ref={bar} follows={follows} {...rest} />;
};
