import { api } from '@readerlens/auth';
import { useUser } from '@readerlens/auth/react';
import type { CallData, Calls } from '@readerlens/contract/client';
import { isStaff } from '@readerlens/contract/vocabulary';
import { namedCatalogue } from '@readerlens/filters/model';
import {
  Card,
  Checkbox,
  Grid,
  Heading,
  LevelBadge,
  PartLoadError,
  Skeleton,
  Stack,
  Text,
  useProblem,
} from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAccountContext } from './use-account-form.ts';

type ActivityField = CallData<Calls['GET /api/activity-fields']>[number];

const fieldsQuery = (userId: string | undefined) => ({
  queryKey: ['activity-fields', userId],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api('GET /api/activity-fields', undefined, { signal })).data,
  enabled: userId !== undefined,
  staleTime: 5 * 60_000,
});

/** Everybody has the other Basic fields; a restricted one must be granted by name. */
const isGranted = ({ field, accessLevel }: ActivityField) =>
  accessLevel !== 'Basic' || namedCatalogue.find(field)?.restricted === true;

const Choice = ({ field }: { field: ActivityField }) => {
  const { values, change, mayChange } = useAccountContext();
  const { activityFields } = values;
  const isOn = activityFields.includes(field.field);
  return (
    <Checkbox
      label={field.internalOnly ? `${field.label} *` : field.label}
      checked={isOn}
      disabled={!mayChange('activityFields')}
      onChange={() =>
        change({
          activityFields: isOn
            ? activityFields.filter((one) => one !== field.field)
            : [...activityFields, field.field],
        })
      }
    />
  );
};

const columns = 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))';

interface GroupProps {
  level: 'Premium' | 'Internal';
  note: ReactNode;
  fields: readonly ActivityField[];
}

const Group = ({ level, note, fields }: GroupProps) => (
  <div role="group" aria-label={`${level} filters`}>
    <Heading as="h3" display="flex" alignItems="center" gap="2" textStyle="body" fontWeight="semibold">
      <LevelBadge level={level}>{level}</LevelBadge>
    </Heading>
    <Text mt="1" mb="3" textStyle="small" color="textMuted">
      {note}
    </Text>
    <Grid templateColumns={columns} columnGap="4" rowGap="2">
      {fields.map((field) => (
        <Choice key={field.field} field={field} />
      ))}
    </Grid>
  </div>
);

/** The filters that an account may use besides those that everybody has. */
export const FilterAccess = () => {
  const { values } = useAccountContext();
  const { data, error, refetch } = useQuery(fieldsQuery(useUser()?.id));
  const fields = (data ?? []).filter(isGranted);
  const problem = useProblem('activityFields');
  return (
    <Card title="Filter access">
      {error && !data && <PartLoadError part="The filters" error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height="160px" aria-label="Loading" />}
      {problem && (
        <Text role="alert" mb="3" color="negative" textStyle="small">
          {problem}
        </Text>
      )}
      {data && (
        <Stack gap="6">
          <Group
            level="Premium"
            note="Premium filters carry an additional charge."
            fields={fields.filter(({ internalOnly }) => !internalOnly)}
          />
          {isStaff(values.role) && (
            <Group
              level="Internal"
              note="Filters marked * are for internal use only."
              fields={fields.filter(({ internalOnly }) => internalOnly)}
            />
          )}
        </Stack>
      )}
    </Card>
  );
};
