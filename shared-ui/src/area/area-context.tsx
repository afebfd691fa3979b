import { createContext, useContext, useEffect, useRef } from 'react';
import type { AreaProps, LeaveGuard } from './area-props.ts';

export const AreaContext = createContext<AreaProps | undefined>(undefined);

/** What the shell handed to this area. Only inside an area. */
export const useArea = (): AreaProps => {
  const area = useContext(AreaContext);
  if (!area) throw new Error('useArea is for screens of an area.');
  return area;
};

const nowhere = () => false;

/** Whether a path of the page leads anywhere, by all that is deployed; outside of an area none does. */
export const useOffers = (): ((pathname: string) => boolean) => useContext(AreaContext)?.offers ?? nowhere;

/**
 * Asks before the page is left while `question` is a text: `useLeaveGuard(dirty ? 'Leave without saving?' : undefined)`.
 * The shell asks for every way out: links, the browser's back, another area, logging out.
 */
export const useLeaveGuard = (question: string | undefined) => {
  const { registerGuard } = useArea();
  const current = useRef(question);
  useEffect(() => {
    current.current = question;
  }, [question]);
  useEffect(() => {
    const guard: LeaveGuard = () => current.current;
    return registerGuard(guard);
  }, [registerGuard]);
};
