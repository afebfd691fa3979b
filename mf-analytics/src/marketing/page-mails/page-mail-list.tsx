import {
  marketingPages,
  pageMailDayNames,
  pageMailDays,
  pageMailTime,
} from '@readerlens/contract/marketing-pages';
import {
  ActionRefusal,
  Box,
  Button,
  Flex,
  LoadError,
  SelectField,
  Skeleton,
  Stack,
  Text,
  TextLink,
  confirm,
} from '@readerlens/ui';
import { formatDayIn, zoneOption } from '@readerlens/ui/parts';
import { usePageMailChanges, usePageMails } from './page-mails.queries.ts';
import type { PageMail } from './page-mails.queries.ts';

export const dayOptions = pageMailDayNames.map((value) => ({ value, label: pageMailDays[value] }));

const describeNext = ({ isPaused, nextAt, lastSentAt, timeZone }: PageMail): string => {
  const zone = zoneOption(timeZone).name;
  const last = lastSentAt === null ? '' : ` Last sent on ${formatDayIn(timeZone, lastSentAt)}.`;
  if (isPaused || nextAt === null) return `Paused.${last}`;
  return `Next on ${formatDayIn(timeZone, nextAt)}, ${pageMailTime} (${zone}).${last}`;
};

const MailRow = ({ mail }: { mail: PageMail }) => {
  const { page, address, about, sendsOn, isPaused, problem } = mail;
  const { title } = marketingPages[page];
  const words = about.map(({ label, text }) => `${label}: ${text}`).join(' · ');
  const { isBusy, error, change, send, end } = usePageMailChanges(mail);
  const askToEnd = async () => {
    const isSure = await confirm({
      title: 'End this scheduled email?',
      message: `${title}: ${words}`,
      confirmLabel: 'End',
      danger: true,
    });
    if (isSure) end();
  };
  return (
    <Box as="li" py="4" borderTopWidth="1px" listStyleType="none">
      <Text fontWeight="600">{address === null ? title : <TextLink to={address}>{title}</TextLink>}</Text>
      <Text textStyle="small" color="textMuted" overflowWrap="anywhere">
        {words}
      </Text>
      <Text textStyle="small" mt="1">
        {describeNext(mail)}
      </Text>
      {problem !== null && (
        <Text textStyle="small" color="negative">
          {problem}
        </Text>
      )}
      <Flex mt="3" gap="2" wrap="wrap" align="center">
        <Box minW="200px">
          <SelectField
            label={`When ${title} is sent`}
            hideLabel
            options={dayOptions}
            value={sendsOn}
            disabled={isBusy}
            onChange={({ target }) => {
              const next = pageMailDayNames.find((name) => name === target.value);
              if (next) change({ sendsOn: next });
            }}
          />
        </Box>
        <Button size="sm" disabled={isBusy} onClick={send}>
          Send now
        </Button>
        <Button size="sm" disabled={isBusy} onClick={() => change({ isPaused: !isPaused })}>
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
        <Button size="sm" disabled={isBusy} onClick={() => void askToEnd()}>
          End
        </Button>
      </Flex>
      <ActionRefusal error={error} />
    </Box>
  );
};

/** The scheduled emails of the user, of all pages. */
export const PageMailList = () => {
  const { data, error, refetch } = usePageMails();
  if (error && !data)
    return (
      <LoadError
        error={error}
        refused="You do not have access to scheduled emails"
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton height="120px" />;
  if (data.length === 0) return <Text color="textMuted">You have no scheduled emails yet.</Text>;
  return (
    <Stack as="ul" gap="0" aria-label="Your scheduled emails">
      {data.map((mail) => (
        <MailRow key={mail.id} mail={mail} />
      ))}
    </Stack>
  );
};
