import { Box, Dialog, EmptyState, LinkButton, LoadError, Skeleton, Span, Table, Text } from '@readerlens/ui';
import type { TableColumn, TableSort } from '@readerlens/ui';
import { useState } from 'react';

export interface ReportParameter {
  /** Name of the filter. */
  readonly name: string;
  readonly operation: string;
  readonly value: string;
}

export interface ReportParameters {
  /** When it runs, as a sentence. */
  readonly schedule?: string;
  /** When an alert fires, as a sentence. */
  readonly rule?: string;
  readonly rows: readonly ReportParameter[];
  /** Of a disabled configuration, the edge is red and nothing can be edited. */
  readonly disabled: boolean;
  readonly disabledReason?: string;
  /** Path of the configuration's form; absent for users who may not edit it. */
  readonly editPath?: string;
}

const kinds = {
  activityReport: {
    title: 'Activity Report Parameters',
    missing: 'The parameters of this report are not available.',
    refused: 'You may not see this report',
  },
  notification: {
    title: 'Notification Parameters',
    missing: 'The parameters of this alert are not available.',
    refused: 'You may not see this alert',
  },
} as const;

export interface ReportParametersDialogProps {
  open: boolean;
  onClose: () => void;
  kind: keyof typeof kinds;
  /** Undefined while they load, after an error, and when there are none. */
  parameters: ReportParameters | undefined;
  loading?: boolean;
  error?: Error | null;
  onRetry?: () => void;
}

const columns: readonly TableColumn<ReportParameter>[] = [
  { id: 'name', header: 'Filter Name', cell: ({ name }) => name, sortable: true },
  { id: 'operation', header: 'Operation', cell: ({ operation }) => operation, sortable: true },
  {
    id: 'value',
    header: 'Value',
    cell: ({ value }) => <Span overflowWrap="anywhere">{value}</Span>,
    sortable: true,
  },
];

const sortRows = (rows: readonly ReportParameter[], { column, descending }: TableSort) => {
  const key = column as keyof ReportParameter;
  const sorted = rows.toSorted((a, b) => a[key].localeCompare(b[key], 'en', { numeric: true }));
  return descending ? sorted.toReversed() : sorted;
};

const Parameters = ({ parameters, title }: { parameters: ReportParameters; title: string }) => {
  const [sort, setSort] = useState<TableSort>();
  const { schedule, rule, rows, disabled, disabledReason } = parameters;
  return (
    <Box borderStartWidth="4px" borderColor={disabled ? 'negative' : 'chart2'} ps="4" mb="4">
      {disabled && disabledReason && (
        <Text mb="3" color="negative">
          {disabledReason}
        </Text>
      )}
      {rule && <Text mb="3">{rule}</Text>}
      {schedule && <Text mb="3">{schedule}</Text>}
      <Table
        caption={title}
        columns={columns}
        rows={sort ? sortRows(rows, sort) : rows}
        rowKey={({ name }, index) => `${name} ${index}`}
        sort={sort}
        onSort={setSort}
        empty="No filters"
      />
    </Box>
  );
};

const Loading = () => (
  <Box as="output" aria-label="Loading" aria-busy="true" display="grid" gap="3" pb="4">
    <Skeleton height="18px" width="60%" />
    <Skeleton height="120px" />
  </Box>
);

const Content = ({ kind, parameters, loading, error, onRetry }: ReportParametersDialogProps) => {
  const { title, missing, refused } = kinds[kind];
  if (parameters) return <Parameters {...{ parameters, title }} />;
  if (error) return <LoadError {...{ error, refused }} onRetry={() => onRetry?.()} />;
  return loading ? <Loading /> : <EmptyState title="No parameters" message={missing} />;
};

/** The filters and the schedule of a report or an alert, with a link to its form for users who may edit it. */
export const ReportParametersDialog = (props: ReportParametersDialogProps) => {
  const { open, onClose, kind, parameters } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={kinds[kind].title}
      size="lg"
      footer={
        parameters?.editPath !== undefined &&
        !parameters.disabled && (
          <LinkButton to={parameters.editPath} variant="primary">
            Edit Configuration
          </LinkButton>
        )
      }
    >
      <Content {...props} />
    </Dialog>
  );
};
