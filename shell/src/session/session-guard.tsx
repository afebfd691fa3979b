import { isExpired, loadUser } from '@readerlens/auth';
import { useSession, useUser } from '@readerlens/auth/react';
import { ErrorState } from '@readerlens/ui';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { expireSession, missSession } from './end-session.ts';

/** Leads to the login screen; what it says and where it returns to is settled before. */
const ToLogin = ({ settle }: { settle: () => void }) => {
  const navigate = useNavigate();
  useEffect(() => {
    settle();
    void navigate('/login', { replace: true });
  }, [settle, navigate]);
  return null;
};

const missing = () => missSession();
const expired = () => expireSession();

/** Nothing below is shown without a session that is good by the clock. */
export const RequireSession = ({ children }: { children: ReactNode }) => {
  const claims = useSession((state) => state.claims);
  if (!claims) return <ToLogin settle={missing} />;
  if (isExpired(claims)) return <ToLogin settle={expired} />;
  return children;
};

/** Loads the effective user before what needs it. */
export const RequireUser = ({ children }: { children: ReactNode }) => {
  const user = useUser();
  const token = useSession((state) => state.token);
  const [failure, setFailure] = useState<{ key: string; message: string }>();
  const [attempt, setAttempt] = useState(0);
  const key = `${token} ${attempt}`;
  useEffect(() => {
    if (user) return;
    const fail = (error: unknown) =>
      setFailure({ key, message: error instanceof Error ? error.message : String(error) });
    loadUser().catch(fail);
  }, [user, key]);
  if (user) return children;
  if (failure?.key === key)
    return <ErrorState message={failure.message} onRetry={() => setAttempt(attempt + 1)} />;
  return null;
};
