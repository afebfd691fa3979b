import { useViewer } from '@readerlens/auth/react';
import { noAccessMessage } from '@readerlens/contract/messages';
import { activityTypeLabel, roleLabels } from '@readerlens/contract/vocabulary';
import type { Claim } from '@readerlens/contract/vocabulary';
import { FieldItem, FieldList } from '@readerlens/ui/parts';
import { Box, Button, Dialog, formatCount, LoadError, Span, Spinner, Stack, Text } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { areaClaimsQuery } from '../account-form/area-claims.queries.ts';
import type { AreaClaims } from '../account-form/area-claims.queries.ts';
import { accountViewQuery } from './account-view.queries.ts';
import type { AccountView, ViewRequest } from './account-view.queries.ts';

/** Claims that open pages; those of activity types are in their own row. */
const pageNames: Partial<Record<Claim, string>> = {
  reviewActivities: 'Review Activities',
  manageOnboardingForms: 'Onboarding Forms',
  manageNotifications: 'Alerts',
  viewNotifications: 'Notification Dashboard',
  accessMarketingPerformance: 'Marketing Performance',
};

interface Row {
  readonly label: string;
  /** The texts of a view; a list is compared entry by entry. */
  readonly of: (view: AccountView) => readonly string[];
}

const rows: readonly Row[] = [
  { label: 'Role', of: ({ role }) => [roleLabels[role]] },
  { label: 'Activities in the last year', of: ({ activities }) => [formatCount(activities)] },
  { label: 'Their readers', of: ({ readers }) => [formatCount(readers)] },
  { label: 'Their documents', of: ({ documents }) => [formatCount(documents)] },
  { label: 'Clients', of: ({ clients }) => clients?.map(({ name }) => name) ?? ['All'] },
  { label: 'Communities', of: ({ communities }) => communities?.map(({ name }) => name) ?? ['All'] },
  {
    label: 'Activity types',
    of: ({ activityTypes }) => activityTypes.map((type) => activityTypeLabel[type]),
  },
  { label: 'Also opens', of: ({ claims }) => claims.flatMap((claim) => pageNames[claim] ?? []) },
  { label: 'Searches by', of: ({ fields }) => fields },
];

/** The permissions of areas, each with the name of its area. */
const areaRow = (areas: readonly AreaClaims[]): Row => {
  const names = new Map(
    areas.flatMap(({ name, claims }) => claims.map(({ claim, label }) => [claim, `${name}: ${label}`])),
  );
  return { label: 'Area permissions', of: ({ claims }) => claims.flatMap((claim) => names.get(claim) ?? []) };
};

/** The entries after the change; removed ones are struck out, and added ones are underlined. */
const Difference = ({
  before,
  after,
}: {
  before: readonly string[] | undefined;
  after: readonly string[];
}) => {
  const removed = before?.filter((text) => !after.includes(text)) ?? [];
  if (after.length + removed.length === 0) return <Span color="textMuted">None</Span>;
  const entries = [
    ...removed.map((text) => ({ text, as: 'del' as const })),
    ...after.map((text) => ({
      text,
      as: before && !before.includes(text) ? ('ins' as const) : ('span' as const),
    })),
  ];
  return (
    <>
      {entries.map(({ text, as }, index) => (
        <span key={`${as} ${text}`}>
          {index > 0 && ', '}
          <Span
            as={as}
            {...(as === 'del' ? { color: 'textMuted' } : as === 'ins' ? { fontWeight: 'medium' } : {})}
          >
            {text}
          </Span>
        </span>
      ))}
    </>
  );
};

const View = ({ request }: { request: ViewRequest }) => {
  const viewer = useViewer();
  const { data, error, refetch } = useQuery(accountViewQuery(request, viewer));
  const { data: areas = [] } = useQuery(areaClaimsQuery(viewer.userId));
  if (error)
    return (
      <LoadError error={error} refused={noAccessMessage('this account')} onRetry={() => void refetch()} />
    );
  if (!data) return <Spinner />;
  const { before, after } = data;
  const isChanged = before !== null && JSON.stringify(before) !== JSON.stringify(after);
  return (
    <Stack gap="4">
      {before && (
        <Text color="textMuted">
          {isChanged
            ? 'After saving. What goes away is struck out, and what is new is underlined.'
            : 'The changes do not affect what this user sees.'}
        </Text>
      )}
      <FieldList>
        {[...rows, ...(areas.length > 0 ? [areaRow(areas)] : [])].map(({ label, of }) => (
          <FieldItem key={label} label={label}>
            <Difference before={before ? of(before) : undefined} after={of(after)} />
          </FieldItem>
        ))}
      </FieldList>
    </Stack>
  );
};

interface Props {
  /** Reads the values of the form when the dialog opens. */
  requestOf: () => ViewRequest;
}

/** Opens what the account would see with the values of the form, before they are saved. */
export const AccountViewButton = ({ requestOf }: Props) => {
  const [request, setRequest] = useState<ViewRequest>();
  const close = () => setRequest(undefined);
  return (
    <>
      <Button icon={<Eye size={15} aria-hidden="true" />} onClick={() => setRequest(requestOf())}>
        Preview access
      </Button>
      <Dialog
        open={request !== undefined}
        onClose={close}
        title="What this user sees"
        size="lg"
        footer={<Button onClick={close}>Close</Button>}
      >
        <Box minH="200px">{request && <View request={request} />}</Box>
      </Dialog>
    </>
  );
};
