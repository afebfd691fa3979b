import { useEffect, useEffectEvent, useState } from 'react';
import type { TargetBox } from './place-step.ts';
import { findTarget } from './tour-steps.ts';
import type { TourStep } from './tour-steps.ts';

const measureBox = (element: HTMLElement): TargetBox => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
};

const isSame = (a: TargetBox | undefined, b: TargetBox) =>
  a?.left === b.left && a.top === b.top && a.width === b.width && a.height === b.height;

const isInView = ({ left, top, width, height }: TargetBox) =>
  left >= 0 && top >= 0 && left + width <= innerWidth && top + height <= innerHeight;

const bringIntoView = (element: HTMLElement) => {
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!isInView(measureBox(element))) {
    element.scrollIntoView({ block: 'center', behavior: reducedMotion ? 'instant' : 'smooth' });
  }
};

/**
 * The position of a step's target, read on every frame: charts that load move it without any event. Calls `onGone` when
 * it leaves the page.
 */
export const useTargetBox = (step: TourStep, onGone: () => void): TargetBox | undefined => {
  const [box, setBox] = useState<TargetBox>();
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    const first = findTarget(step);
    if (first) bringIntoView(first);
    let frame = 0;
    const follow = () => {
      const target = findTarget(step);
      if (!target) return gone();
      const next = measureBox(target);
      setBox((before) => (isSame(before, next) ? before : next));
      frame = requestAnimationFrame(follow);
    };
    frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, [step]);
  return box;
};
