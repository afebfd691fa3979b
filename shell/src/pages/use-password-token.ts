import { api } from '@readerlens/auth';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messages } from '../messages.ts';
import { rejectSession } from '../session/end-session.ts';

export const readReason = (error: unknown, fallback: string): string =>
  error instanceof Error && error.message !== '' ? error.message : fallback;

/**
 * Verifies a mailed link; undefined while loading. An invalid link clears the session and redirects to the login screen
 * with the server's message.
 */
export const usePasswordToken = (token: string): { hasPassword: boolean } | undefined => {
  const [verified, setVerified] = useState<{ hasPassword: boolean }>();
  const navigate = useNavigate();
  useEffect(() => {
    const abort = new AbortController();
    api('GET /api/verify-registration-token/{token}', { params: { token } }, { signal: abort.signal })
      .then(({ data }) => setVerified({ hasPassword: data.hasPassword }))
      .catch((error: unknown) => {
        if (abort.signal.aborted) return;
        rejectSession(readReason(error, messages.invalidLink));
        void navigate('/login', { replace: true });
      });
    return () => abort.abort();
  }, [token, navigate]);
  return verified;
};
