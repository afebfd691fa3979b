import { sessionStore } from '@readerlens/auth';
import type { LeaveGuard } from '@readerlens/ui';

const guards = new Set<LeaveGuard>();

/** Registers an area's question before its page is left. Returns the way to take it back. */
export const registerGuard = (guard: LeaveGuard): (() => void) => {
  guards.add(guard);
  return () => guards.delete(guard);
};

/** What to ask before leaving, or undefined when nothing would be lost. Without a session there is nothing to stay for. */
export const leaveQuestion = (): string | undefined => {
  if (sessionStore.getState().token === null) return undefined;
  for (const guard of guards) {
    const question = guard();
    if (question) return question;
  }
  return undefined;
};
