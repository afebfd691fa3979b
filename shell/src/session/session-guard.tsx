import { isExpired, loadUser, sessionStore } from '@readerlens/auth';
import { useSession, useUser } from '@readerlens/auth/react';
import { ErrorState } from '@readerlens/ui';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { expireSession, noteMissingSession } from './end-session.ts';

/** Redirects to the login screen; `prepare` sets its message and the return route first. */
const ToLogin = ({ prepare }: { prepare: () => void }) => {
  const navigate = useNavigate();
  useEffect(() => {
    prepare();
    void navigate('/login', { replace: true });
  }, [prepare, navigate]);
  return null;
};

const missing = () => noteMissingSession();
const expired = () => expireSession();

/** Renders its children only with a session that has not expired by the local clock. */
export const RequireSession = ({ children }: { children: ReactNode }) => {
  const claims = useSession((state) => state.claims);
  if (!claims) return <ToLogin prepare={missing} />;
  if (isExpired(claims)) return <ToLogin prepare={expired} />;
  return children;
};

/** Loads the effective user before rendering its children. */
export const RequireUser = ({ children }: { children: ReactNode }) => {
  const user = useUser();
  const token = useSession((state) => state.token);
  const [failure, setFailure] = useState<{ key: string; message: string }>();
  const [attempt, setAttempt] = useState(0);
  const key = `${token} ${attempt}`;
  useEffect(() => {
    // Of now: the user may have arrived since this was rendered, and would be requested again.
    if (sessionStore.getState().user) return;
    const fail = (error: unknown) =>
      setFailure({ key, message: error instanceof Error ? error.message : String(error) });
    loadUser().catch(fail);
  }, [user, key]);
  if (user) return children;
  if (failure?.key === key)
    return <ErrorState message={failure.message} onRetry={() => setAttempt(attempt + 1)} />;
  return null;
};
