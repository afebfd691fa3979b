import { Box, Dialog, EmptyState, LinkButton, Table, Text } from '@readerlens/ui';
import type { TableColumn, TableSort } from '@readerlens/ui';
import { useState } from 'react';

export interface ReportParameter {
  readonly name: string;
  readonly operation: string;
  readonly value: string;
}

export interface ReportParameters {
  /** When the report runs, in words. */
  readonly schedule?: string;
  readonly rows: readonly ReportParameter[];
  readonly disabled: boolean;
  /** Path of the configuration, for whoever may edit it. */
  readonly editPath?: string;
}

interface Props {
  open: boolean;
  onClose: () => void;
  title: 'Activity Report Parameters' | 'Notification Parameters';
  /** None while nothing is known of them. */
  parameters: ReportParameters | undefined;
}

const columns: readonly TableColumn<ReportParameter>[] = [
  { id: 'name', header: 'Filter Name', cell: ({ name }) => name, sortable: true },
  { id: 'operation', header: 'Operation', cell: ({ operation }) => operation, sortable: true },
  { id: 'value', header: 'Value', cell: ({ value }) => value, sortable: true },
];

const ordered = (rows: readonly ReportParameter[], { column, descending }: TableSort): ReportParameter[] => {
  const key = column as keyof ReportParameter;
  const sorted = rows.toSorted((a, b) => a[key].localeCompare(b[key], 'en', { numeric: true }));
  return descending ? sorted.toReversed() : sorted;
};

/** Red for a report that is disabled, orange otherwise. */
const edgeOf = ({ disabled }: ReportParameters) => (disabled ? 'negative' : 'chart2');

const Parameters = ({ parameters, title }: { parameters: ReportParameters; title: string }) => {
  const [sort, setSort] = useState<TableSort>();
  const { schedule, rows } = parameters;
  return (
    <Box borderStartWidth="4px" borderColor={edgeOf(parameters)} ps="4" mb="4">
      {schedule && <Text mb="3">{schedule}</Text>}
      <Table
        caption={title}
        columns={columns}
        rows={sort ? ordered(rows, sort) : rows}
        rowKey={({ name }, index) => `${name} ${index}`}
        sort={sort}
        onSort={setSort}
      />
    </Box>
  );
};

/** What a report, or a notification, was made with. */
export const ReportParametersDialog = ({ open, onClose, title, parameters }: Props) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={title}
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
    {parameters ? (
      <Parameters parameters={parameters} title={title} />
    ) : (
      <EmptyState title="No parameters" message="The parameters of this report are not available." />
    )}
  </Dialog>
);
