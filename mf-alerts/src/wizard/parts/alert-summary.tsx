import { api } from '@readerlens/auth';
import { alertTypeLabels } from '@readerlens/contract/alerts';
import { Card, PartLoadError, Skeleton } from '@readerlens/ui';
import { FieldItem, FieldList } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import type { Alert } from '../../alert/alert.queries.ts';

/** What the alert is about in words, of its current version. */
const useDescription = ({ id, version }: Alert) =>
  useQuery({
    queryKey: ['alert-description', id, version] as const,
    queryFn: async ({ signal }) =>
      (await api('GET /api/notification/{id}/description', { params: { id } }, { signal })).data,
  });

const Description = ({ alert }: { alert: Alert }) => {
  const { data, error, refetch } = useDescription(alert);
  if (error) return <PartLoadError part="The description" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height="96px" />;
  return (
    <FieldList>
      <FieldItem label="Fires">{data.rule}</FieldItem>
      <FieldItem label="Runs">{data.schedule}</FieldItem>
      {data.filters.map(({ name, operation, value }, index) => (
        <FieldItem key={`${name} ${index}`} label={name}>
          {`${operation}: ${value}`}
        </FieldItem>
      ))}
    </FieldList>
  );
};

/** The whole alert in words. */
export const AlertSummary = ({ alert }: { alert: Alert }) => (
  <Card title="Summary">
    <FieldList mb="2.5">
      <FieldItem label="Alert">{alert.name}</FieldItem>
      <FieldItem label="Type">{alertTypeLabels[alert.$type]}</FieldItem>
      <FieldItem label="Recipients">{alert.targets.map(({ name }) => name).join(', ')}</FieldItem>
    </FieldList>
    <Description alert={alert} />
  </Card>
);
