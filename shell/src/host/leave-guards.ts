import { sessionStore } from '@readerlens/auth';
import type { LeaveGuard } from '@readerlens/ui';

const guards = new Set<LeaveGuard>();

/** Registers an area's question to ask before its page is left. Returns an unregister function. */
export const registerGuard = (guard: LeaveGuard): (() => void) => {
  guards.add(guard);
  return () => guards.delete(guard);
};

/** The question to ask before leaving; undefined if nothing would be lost. Without a session nothing can be saved. */
export const leaveQuestion = (): string | undefined => {
  if (sessionStore.getState().token === null) return undefined;
  for (const guard of guards) {
    const question = guard();
    if (question) return question;
  }
  return undefined;
};
