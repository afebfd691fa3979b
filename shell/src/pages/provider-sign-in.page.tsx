import { loginByProvider } from '@readerlens/auth';
import { Box, Spinner } from '@readerlens/ui';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { messages } from '../messages.ts';
import { rejectSession } from '../session/end-session.ts';
import { isReturnable, takeReturnRoute } from '../session/return-route.ts';
import { PublicHeading } from './public-heading.tsx';
import { readReason } from './use-password-token.ts';

/** Where a sign-in by the identity provider leads: takes over its session and opens the page that was asked for. */
export const ProviderSignInPage = () => {
  const navigate = useNavigate();
  useEffect(() => {
    const finish = async () => {
      try {
        const returnTo = await loginByProvider();
        const remembered = takeReturnRoute();
        await navigate(isReturnable(returnTo) && returnTo !== '/' ? returnTo : remembered, { replace: true });
      } catch (error) {
        rejectSession(readReason(error, messages.unexpected));
        await navigate('/login', { replace: true });
      }
    };
    void finish();
  }, [navigate]);
  return (
    <>
      <PublicHeading title="Signing in" />
      <Box display="grid" placeItems="center" minH="200px">
        <Spinner size={28} label="Signing in" />
      </Box>
    </>
  );
};
