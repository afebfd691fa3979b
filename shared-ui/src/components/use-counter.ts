import { useEffect, useRef, useState } from 'react';

const duration = 1000;
const easeOut = (part: number) => 1 - (1 - part) ** 3;

const prefersLessMotion = () =>
  typeof matchMedia !== 'function' || matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Animates a number to `target` within 1000 ms; immediately where the user prefers reduced motion. */
export const useCounter = (target: number): number => {
  const [shown, setShown] = useState(() => (prefersLessMotion() ? target : 0));
  const shownRef = useRef(shown);
  useEffect(() => {
    const from = shownRef.current;
    const start = performance.now();
    let frame = 0;
    const show = (value: number) => {
      shownRef.current = value;
      setShown(value);
    };
    const step = (now: number) => {
      const part = prefersLessMotion() ? 1 : Math.min(1, Math.max(0, (now - start) / duration));
      show(part === 1 ? target : from + (target - from) * easeOut(part));
      if (part < 1) frame = requestAnimationFrame(step);
    };
    if (from !== target) frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return shown;
};
