import { useAccess } from '@readerlens/auth/react';
import { Box, Button, HomeLink, LinkButton, Span, Stack, Text } from '@readerlens/ui';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { messages } from '../messages.ts';
import { signOut } from '../session/end-session.ts';
import { PublicHeading } from './public-heading.tsx';

/** The heading of the error screen for a status code. */
export const errorText = (statusCode: string | null): string => {
  if (statusCode === '404') return messages.notFound;
  return statusCode === '403' ? messages.forbidden : messages.unexpected;
};

const readOrigin = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
    ? state.from
    : undefined;

const Actions = ({ from }: { from: string | undefined }) => {
  const signedIn = useAccess();
  const navigate = useNavigate();
  if (!signedIn) {
    return (
      <LinkButton to="/login" variant="primary">
        Log In
      </LinkButton>
    );
  }
  const leave = () => {
    signOut();
    void navigate('/login');
  };
  return (
    <Box display="flex" flexWrap="wrap" gap="2">
      <HomeLink variant="primary" />
      {from && (
        <LinkButton to={from} replace>
          Try again
        </LinkButton>
      )}
      <Button variant="ghost" onClick={leave}>
        Log out
      </Button>
    </Box>
  );
};

/** A refused or failed call: shows status code, status text and message from the address, as plain text. */
export const ErrorPage = () => {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const statusCode = query.get('statusCode');
  const status = [statusCode, query.get('statusText')].filter(Boolean).join(' ');
  const message = query.get('message');
  return (
    <Stack gap="5" role="alert">
      {status && (
        <Span textStyle="overline" color="textSubtle">
          {status}
        </Span>
      )}
      <div>
        <PublicHeading title={errorText(statusCode)} />
      </div>
      {message && <Text color="textMuted">{message}</Text>}
      <Actions from={readOrigin(state)} />
    </Stack>
  );
};
