import { isExpired, refreshSession, sessionStore } from '@readerlens/auth';
import { useSession } from '@readerlens/auth/react';
import { Button, Dialog, toast } from '@readerlens/ui';
import { useEffect, useRef, useState } from 'react';
import { expiryWarningMs, sessionCheckMs } from '../deadlines.ts';
import { messages } from '../messages.ts';
import { confirmSignOut } from './confirm-sign-out.ts';
import { expireSession } from './end-session.ts';

const remainingMs = (exp: number) => exp * 1000 - Date.now();

/** The milliseconds left, updated every second, during the last two minutes of a session; undefined before. */
const useExpiry = (exp: number | undefined): number | undefined => {
  const [left, setLeft] = useState<{ exp: number; ms: number }>();
  useEffect(() => {
    if (exp === undefined) return;
    let second: ReturnType<typeof setInterval> | undefined;
    const check = () => {
      const now = remainingMs(exp);
      if (now <= 0 && isExpired(sessionStore.getState().claims)) return expireSession();
      if (now > expiryWarningMs) return;
      setLeft({ exp, ms: now });
      second ??= setInterval(check, 1000);
    };
    const warning = setTimeout(check, Math.min(Math.max(0, remainingMs(exp) - expiryWarningMs), 2 ** 31 - 1));
    // The check every minute covers a laptop that slept through the timer.
    const minute = setInterval(check, sessionCheckMs);
    return () => {
      clearTimeout(warning);
      clearInterval(minute);
      clearInterval(second);
    };
  }, [exp]);
  return left?.exp === exp ? left?.ms : undefined;
};

const clock = (ms: number) => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** Ends an expired session, and offers to renew it beforehand. */
export const SessionWatch = () => {
  const left = useExpiry(useSession((state) => state.claims?.exp));
  const [busy, setBusy] = useState(false);
  const [dismissedFor, setDismissedFor] = useState<number>();
  const exp = useSession((state) => state.claims?.exp);
  const stay = () => {
    setBusy(true);
    refreshSession()
      .catch((error: unknown) => toast.error(error instanceof Error ? error.message : messages.unexpected))
      .finally(() => setBusy(false));
  };
  const stayRef = useRef<HTMLButtonElement>(null);
  const close = () => setDismissedFor(exp);
  return (
    <Dialog
      open={left !== undefined && dismissedFor !== exp}
      onClose={close}
      role="alertdialog"
      size="sm"
      initialFocus={stayRef}
      title="Your session is about to expire"
      description={`You will be logged out in ${clock(left ?? 0)}. Stay signed in to keep what you are working on.`}
      footer={
        <>
          <Button onClick={() => void confirmSignOut()}>Log out</Button>
          <Button ref={stayRef} variant="primary" loading={busy} onClick={stay}>
            Stay signed in
          </Button>
        </>
      }
    />
  );
};
