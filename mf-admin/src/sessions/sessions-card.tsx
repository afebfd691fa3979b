import { useSession } from '@readerlens/auth/react';
import {
  Badge,
  Box,
  Button,
  Card,
  Flex,
  PartLoadError,
  Skeleton,
  Span,
  Stack,
  Text,
  styled,
} from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { LogOut, Monitor, Smartphone } from 'lucide-react';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import type { Account } from '../person/account.queries.ts';
import { useMayDo } from '../person/use-account-actions.ts';
import { browserName, isPhone } from './browser-name.ts';
import { sessionsQuery } from './sessions.queries.ts';
import type { UserSession } from './sessions.queries.ts';
import { endAllLabel, useEndSessions } from './use-end-sessions.ts';

const List = styled('ul', { base: { listStyleType: 'none', m: 0, p: 0 } });
const Facts = styled('dl', {
  base: { display: 'flex', flexWrap: 'wrap', columnGap: '6', rowGap: '1', m: 0, textStyle: 'small' },
});

const methods: Readonly<Record<UserSession['method'], string>> = {
  password: 'Password',
  provider: 'Identity provider',
};

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <Flex gap="1.5" wrap="wrap" minW="0">
    <Span as="dt" color="textMuted">
      {label}
    </Span>
    <Span as="dd" m="0" overflowWrap="anywhere">
      {children}
    </Span>
  </Flex>
);

const Moment = ({ at }: { at: string }) => <time dateTime={at}>{dayjs(at).format('YYYY-MM-DD HH:mm')}</time>;

interface RowProps {
  session: UserSession;
  busy: boolean;
  /** None for a session that the viewer cannot end here. */
  onEnd: (() => void) | undefined;
}

const SessionRow = ({ session, busy, onEnd }: RowProps) => {
  const { userAgent, method, network, signedInAt, lastActiveAt, current } = session;
  const Icon = isPhone(userAgent) ? Smartphone : Monitor;
  const browser = browserName(userAgent);
  return (
    <Flex
      as="li"
      gap="3"
      py="3"
      align={{ base: 'stretch', md: 'center' }}
      direction={{ base: 'column', md: 'row' }}
      borderTopWidth="1px"
      css={{
        '&:first-of-type': { borderTopWidth: 0, paddingTop: 0 },
        '&:last-of-type': { paddingBottom: 0 },
      }}
    >
      <Flex gap="3" flex="1" minW="0">
        <Box color="textMuted" pt="0.5" flexShrink="0">
          <Icon size={18} aria-hidden="true" />
        </Box>
        <Stack gap="1" minW="0">
          <Flex gap="2" wrap="wrap" align="center">
            <Span fontWeight="medium" overflowWrap="anywhere">
              {browser}
            </Span>
            {current && <Badge>This session</Badge>}
          </Flex>
          <Facts>
            <Fact label="Signed in with">{methods[method]}</Fact>
            <Fact label="Network">{network}</Fact>
            <Fact label="Signed in">
              <Moment at={signedInAt} />
            </Fact>
            <Fact label="Last active">
              <Moment at={lastActiveAt} />
            </Fact>
          </Facts>
        </Stack>
      </Flex>
      {onEnd && (
        <Button
          size="sm"
          aria-label={`End session of ${browser}, signed in ${dayjs(signedInAt).format('YYYY-MM-DD HH:mm')}`}
          disabled={busy}
          onClick={onEnd}
          alignSelf={{ base: 'flex-start', md: 'center' }}
          ml={{ base: '30px', md: '0' }}
        >
          End session
        </Button>
      )}
    </Flex>
  );
};

const Loading = () => (
  <Stack gap="3" as="output" aria-busy="true" aria-label="Loading sessions">
    <Skeleton height="44px" />
    <Skeleton height="44px" />
  </Stack>
);

interface Props {
  account: Account;
  isOwn: boolean;
}

const Sessions = ({ account, isOwn }: Props) => {
  const may = useMayDo();
  const { data: sessions, error, refetch } = useQuery(sessionsQuery(account.id));
  const card = useRef<HTMLElement>(null);
  // The button that had the focus is gone with its row.
  const { busy, endOne, endAll } = useEndSessions(account, isOwn, () => card.current?.focus());
  const mayEnd = may('endSessions', account);
  const ended = sessions?.filter(({ current }) => !current) ?? [];
  return (
    <Card
      ref={card}
      tabIndex={-1}
      aria-label="Sessions"
      title="Sessions"
      subtitle={isOwn ? 'Where you are logged in.' : 'Where this user is logged in.'}
      actions={
        mayEnd &&
        ended.length > 0 && (
          <Button size="sm" icon={<LogOut size={14} aria-hidden="true" />} loading={busy} onClick={endAll}>
            {endAllLabel(isOwn)}
          </Button>
        )
      }
    >
      {error && !sessions && (
        <PartLoadError part="The sessions" error={error} onRetry={() => void refetch()} />
      )}
      {!error && !sessions && <Loading />}
      {sessions?.length === 0 && <Text color="textMuted">This user is not logged in anywhere.</Text>}
      {sessions && sessions.length > 0 && (
        <List aria-label="Sessions">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={busy}
              onEnd={mayEnd && !session.current ? () => endOne(session) : undefined}
            />
          ))}
        </List>
      )}
    </Card>
  );
};

/** Where the user of an account is logged in. Not for an administrator who acts as them. */
export const SessionsCard = ({ account, isOwn }: Props) => {
  const may = useMayDo();
  const impersonating = useSession((state) => state.originalAdminToken !== null);
  if (!may('viewSessions', account) || (isOwn && impersonating)) return null;
  return <Sessions account={account} isOwn={isOwn} />;
};
