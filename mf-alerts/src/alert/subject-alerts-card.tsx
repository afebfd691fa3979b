import { api } from '@readerlens/auth';
import { useViewer } from '@readerlens/auth/react';
import type { Viewer } from '@readerlens/auth/react';
import type { SlotContext } from '@readerlens/contract/registry';
import {
  Box,
  Card,
  EmptyState,
  ErrorState,
  LinkButton,
  OfferedLink,
  Skeleton,
  Span,
  Stack,
  Text,
  TextLink,
} from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { alertRowPath, manageAlertsPath, newAlertPath } from './alert-paths.ts';
import { alertsKey } from './alert.queries.ts';
import type { AlertListRow } from './alert.queries.ts';
import { ScheduleIndicator, dayText } from './schedule-indicator.tsx';

export const organizationAlertsLabel = 'Alerts about this organization';

/** More are on the page that lists them. */
const shownAlerts = 5;

const subjectAlertsQuery = (organization: string, viewer: Viewer) =>
  queryOptions({
    queryKey: [alertsKey, 'subject', organization, viewer] as const,
    queryFn: async ({ signal }) => {
      const subject = { kind: 'Organization' as const, id: organization };
      const body = { subject, page: 1, pageSize: shownAlerts };
      return (await api('POST /api/notifications/search', { body }, { signal })).data;
    },
  });

const Row = ({ alert }: { alert: AlertListRow }) => (
  <Box
    as="li"
    display="flex"
    flexWrap="wrap"
    justifyContent="space-between"
    columnGap="4"
    rowGap="1"
    py="2.5"
    borderTopWidth="1px"
    _first={{ borderTopWidth: '0' }}
  >
    <Box minW={0} flex="1 1 260px">
      <Span fontWeight="semibold" overflowWrap="anywhere">
        <OfferedLink to={alertRowPath(alert)}>{alert.name}</OfferedLink>
      </Span>
      {alert.rule !== '' && (
        <Text textStyle="small" color="textMuted" overflowWrap="anywhere">
          {alert.rule}
        </Text>
      )}
    </Box>
    <Box minW={0} flex="0 1 240px">
      <ScheduleIndicator alert={alert} />
      {alert.nextRunOn !== null && (
        <Text textStyle="small" color="textMuted">
          Next run <time dateTime={alert.nextRunOn}>{dayText(alert.nextRunOn)}</time>
        </Text>
      )}
    </Box>
  </Box>
);

const Loading = () => (
  <Stack gap="3" aria-busy="true">
    <Skeleton height="48px" />
    <Skeleton height="48px" />
  </Stack>
);

/** The alerts about the organization of a page that the user owns or receives, and at level Admin those of others. */
export const SubjectAlertsCard = ({ context }: { context: SlotContext }) => {
  const organization = context['organization'] ?? '';
  const { data, error, refetch } = useQuery(subjectAlertsQuery(organization, useViewer()));
  const addPath = `${newAlertPath}?f=${encodeURIComponent(context['search'] ?? '')}&org=${encodeURIComponent(organization)}`;
  const more = data ? data.total - data.items.length : 0;
  return (
    <Card
      title={organizationAlertsLabel}
      aria-label={organizationAlertsLabel}
      actions={
        data &&
        data.items.length > 0 && (
          <LinkButton size="sm" to={addPath}>
            Create alert
          </LinkButton>
        )
      }
    >
      {data && data.items.length > 0 && (
        <Box as="ul" listStyleType="none" m="0" p="0">
          {data.items.map((alert) => (
            <Row key={alert.id} alert={alert} />
          ))}
        </Box>
      )}
      {more > 0 && (
        <Text textStyle="small">
          <TextLink to={manageAlertsPath}>{`${countText(more, 'more alert')} in Manage Alerts`}</TextLink>
        </Text>
      )}
      {data?.items.length === 0 && (
        <EmptyState
          title="No alert is about this organization"
          message="An alert tells you when its readers do what you wait for."
          action={<LinkButton to={addPath}>Create alert</LinkButton>}
        />
      )}
      {!data && error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
    </Card>
  );
};
