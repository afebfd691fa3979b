import { ApiError, api } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import { Button, EmptyState, LoadError, Span, Stack, Text, TextLink, toast } from '@readerlens/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { messages } from '../messages.ts';
import { CheckingLink } from './checking-link.tsx';
import { PublicHeading } from './public-heading.tsx';
import { SuccessCard } from './success-card.tsx';
import { readReason } from './use-password-token.ts';

type Subscription = CallData<Calls['GET /api/notification-unsubscribe/{token}']>;

const toLogin = { to: '/login', text: 'Go to Readerlens' };

const isInvalidLink = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

const InvalidLink = () => (
  <EmptyState
    titleAs="h1"
    title={messages.invalidLink}
    message={messages.unsubscribe.invalid}
    action={<TextLink to={toLogin.to}>{toLogin.text}</TextLink>}
  />
);

const Emails = ({ name, email }: Subscription) => (
  <Text mt="3" overflowWrap="anywhere">
    Emails of the alert <Span fontWeight="semibold">{name}</Span> to{' '}
    <Span fontWeight="semibold">{email}</Span>
  </Text>
);

const Question = ({ token, subscription }: { token: string; subscription: Subscription }) => {
  const unsubscribe = useMutation({
    mutationFn: () => api('POST /api/notification-unsubscribe/{token}', { params: { token } }),
    onError: (error) => toast.error(readReason(error, messages.unexpected)),
  });
  if (unsubscribe.isSuccess || !subscription.isSubscribed)
    return (
      <>
        <PublicHeading title="Unsubscribe" />
        <SuccessCard
          title={unsubscribe.isSuccess ? messages.unsubscribe.done : messages.unsubscribe.already}
          link={toLogin}
        >
          {messages.unsubscribe.stopped(subscription)}
        </SuccessCard>
      </>
    );
  return (
    <>
      <div>
        <PublicHeading title="Unsubscribe" />
        <Emails {...subscription} />
        <Text mt="2" color="textMuted">
          {messages.unsubscribe.keeps}
        </Text>
      </div>
      <Button
        variant="primary"
        size="lg"
        wide
        loading={unsubscribe.isPending}
        onClick={() => unsubscribe.mutate()}
      >
        Unsubscribe
      </Button>
    </>
  );
};

/** Ends the emails of an alert to one recipient. Opening the link changes nothing: mail programs open links on their own. */
export const UnsubscribePage = () => {
  const { token = '' } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['unsubscribe', token],
    queryFn: async ({ signal }) =>
      (await api('GET /api/notification-unsubscribe/{token}', { params: { token } }, { signal })).data,
    retry: false,
    gcTime: 0,
  });
  if (!data && !error) return <CheckingLink />;
  if (!data) {
    if (isInvalidLink(error)) return <InvalidLink />;
    return <LoadError refused={messages.invalidLink} error={error} onRetry={() => void refetch()} />;
  }
  return (
    <Stack gap="6">
      <Question key={token} token={token} subscription={data} />
    </Stack>
  );
};
