import { countText } from '@readerlens/contract/numbers';
import type { RetentionKind } from '@readerlens/contract/personal-data';
import { Card, PartLoadError, Skeleton, Stack, Text, formatCount } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { retentionQuery } from './personal-data.queries.ts';
import { Facts } from './facts.ts';
import type { Retention } from './personal-data.queries.ts';

const labels: Readonly<Record<RetentionKind, string>> = {
  activities: 'Activities',
  readers: 'Names and contacts of readers',
  accounts: 'Names and emails of deleted accounts',
  auditEvents: 'Audit log',
  sendings: 'What alerts and reports sent',
  mails: 'Emails that could not be sent',
  mailFiles: 'Files of emails that could not be sent',
};

const sinceWords: Readonly<Record<RetentionKind, string>> = {
  activities: 'after the activity',
  readers: 'after the last activity',
  accounts: 'after the account was deleted',
  auditEvents: 'after the event',
  sendings: 'after the run',
  mails: 'after they were written',
  mailFiles: 'after they were written',
};

const countWords: Readonly<Record<RetentionKind, readonly [string, string]>> = {
  activities: ['activity', 'activities'],
  readers: ['reader', 'readers'],
  accounts: ['account', 'accounts'],
  auditEvents: ['event', 'events'],
  sendings: ['run', 'runs'],
  mails: ['email', 'emails'],
  mailFiles: ['file', 'files'],
};

const formatLast = ({ at, counts }: NonNullable<Retention['last']>): string => {
  const when = `Last applied on ${dayjs(at).format('YYYY-MM-DD HH:mm')}`;
  const found = counts.filter(({ count }) => count > 0);
  if (found.length === 0) return `${when}: nothing was older.`;
  const parts = found.map(({ kind, count }) => countText(count, ...countWords[kind]));
  return `${when}: ${parts.join(', ')}.`;
};

/** Without a period that the operator has set, there is nothing to tell. */
const hasOutcome = ({ last }: Retention): boolean => last === null || last.counts.length > 0;

/** How long personal data stay, as the operator has set it. */
export const RetentionCard = () => {
  const { data, error, refetch } = useQuery(retentionQuery);
  return (
    <Card title="Retention" subtitle="The operator sets the periods. They are applied once a day.">
      {error && !data && <PartLoadError part="The periods" error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height="96px" />}
      {data && (
        <Stack gap="3">
          <Facts>
            {data.periods.map(({ kind, days }) => [
              <dt key={kind}>{labels[kind]}</dt>,
              <dd key={`${kind} days`}>
                {days === null ? 'Kept' : `${formatCount(days)} days ${sinceWords[kind]}`}
              </dd>,
            ])}
          </Facts>
          {hasOutcome(data) && (
            <Text textStyle="small" color="textMuted">
              {data.last === null ? 'Not applied yet.' : formatLast(data.last)}
            </Text>
          )}
        </Stack>
      )}
    </Card>
  );
};
