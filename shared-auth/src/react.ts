import { useStore } from 'zustand';
import { sessionStore } from './session-store.ts';
import type { SessionState } from './session-store.ts';
import { satisfies } from './token.ts';
import type { AccessRule } from '@readerlens/contract/registry';

/** Selects from the session; the component re-renders when the selection changes. */
export const useSession = <T>(select: (state: SessionState) => T): T => useStore(sessionStore, select);

/** The effective user; undefined until loaded. */
export const useUser = () => useSession((state) => state.user);

/** Whether an administrator acts as the user. */
export const useIsImpersonating = () => useSession((state) => state.originalAdminToken !== null);

export const useBlinded = () => useSession((state) => state.blinded);

/** What responses depend on besides the request: part of every query key. */
export interface Viewer {
  /** Undefined until the user is loaded. */
  readonly userId: string | undefined;
  readonly blinded: boolean;
}

export const useViewer = (): Viewer => ({ userId: useUser()?.id, blinded: useBlinded() });

/** Whether the session satisfies an access rule now. */
export const useAccess = (rule: AccessRule = {}) => useSession((state) => satisfies(state.claims, rule));
