import {
  Button,
  Card,
  Dialog,
  EmptyState,
  LoadError,
  Skeleton,
  Stack,
  Table,
  Text,
  formatCount,
} from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { formatMoment } from '@readerlens/ui/parts';
import { useState } from 'react';
import { formatMoney } from '../money.ts';
import { useUpload } from './data.queries.ts';
import type { OpportunityData, UploadRow } from './data.queries.ts';

interface Props {
  clientId: string;
  uploads: OpportunityData['uploads'];
}

type Values = Readonly<Record<string, number | string | null>>;
interface Change {
  externalId: string;
  before: Values | null;
  after: Values | null;
}

const nameUpload = ({ fileName, at }: UploadRow) => `${fileName ?? 'rows of a program'}, ${formatMoment(at)}`;

const formatValue = (name: string, values: Values): string => {
  const value = values[name];
  if (value === null || value === undefined) return '–';
  return name === 'Cents' && typeof value === 'number'
    ? formatMoney(value, typeof values['Currency'] === 'string' ? values['Currency'] : null)
    : String(value);
};

/** 'Stage: Proposal to Closed Won'. */
const describeChange = ({ before, after }: Change): string => {
  const values = after ?? before ?? {};
  const names = Object.keys(values).filter((name) => name !== 'Currency');
  const label = (name: string) => (name === 'Cents' ? 'Amount' : name);
  if (!before || !after) {
    const shown = names
      .filter((name) => values[name] !== null)
      .map((name) => `${label(name)} ${formatValue(name, values)}`);
    return `${after ? 'Added' : 'Removed'}: ${shown.join(', ')}`;
  }
  const changed = names.filter((name) => formatValue(name, before) !== formatValue(name, after));
  return changed
    .map((name) => `${label(name)}: ${formatValue(name, before)} to ${formatValue(name, after)}`)
    .join('; ');
};

const changeColumns: readonly TableColumn<Change>[] = [
  { id: 'id', header: 'Id', minWidth: '100px', cell: ({ externalId }) => externalId },
  { id: 'change', header: 'Change', minWidth: '240px', cell: describeChange },
];

const UploadDialog = ({
  clientId,
  upload,
  onClose,
}: {
  clientId: string;
  upload: UploadRow;
  onClose: () => void;
}) => {
  const { data, error, refetch } = useUpload(clientId, upload.id);
  const count = upload.added + upload.changed + upload.removed;
  return (
    <Dialog open size="half" onClose={onClose} title={`What ${nameUpload(upload)} changed`}>
      {error ? (
        <LoadError
          error={error}
          onRetry={() => void refetch()}
          refused="You do not have access to this upload"
        />
      ) : data === undefined ? (
        <Skeleton height="120px" />
      ) : (
        <Stack gap="3">
          <Table
            caption="Changes"
            columns={changeColumns}
            rows={data.changes}
            rowKey={({ externalId }, at) => `${externalId} ${at}`}
            empty={
              <EmptyState title="No changes" message="Every row of the file was as it had been before." />
            }
          />
          {count > data.changes.length && (
            <Text
              textStyle="small"
              color="textMuted"
            >{`The first ${data.changes.length} of ${formatCount(count)}.`}</Text>
          )}
        </Stack>
      )}
    </Dialog>
  );
};

const buildColumns = (open: (upload: UploadRow) => void): TableColumn<UploadRow>[] => [
  { id: 'at', header: 'Uploaded', minWidth: '110px', cell: ({ at }) => formatMoment(at) },
  {
    id: 'open',
    header: 'Changes',
    width: '100px',
    cell: (row) => (
      <Button size="sm" aria-label={`Show what ${nameUpload(row)} changed`} onClick={() => open(row)}>
        Show
      </Button>
    ),
  },
  { id: 'by', header: 'By', minWidth: '120px', cell: ({ by }) => by ?? '–' },
  {
    id: 'file',
    header: 'File',
    minWidth: '150px',
    cell: ({ fileName }) => fileName ?? 'Sent by a program',
  },
  {
    id: 'mode',
    header: 'Mode',
    minWidth: '80px',
    cell: ({ mode }) => (mode === 'merge' ? 'Merge' : 'Replace'),
  },
  { id: 'added', header: 'New', numeric: true, cell: ({ added }) => formatCount(added) },
  { id: 'changed', header: 'Changed', numeric: true, cell: ({ changed }) => formatCount(changed) },
  { id: 'removed', header: 'Removed', numeric: true, cell: ({ removed }) => formatCount(removed) },
  { id: 'refused', header: 'Refused', numeric: true, cell: ({ refused }) => formatCount(refused) },
];

/** The last uploads, each with what it changed. */
export const UploadsCard = ({ clientId, uploads }: Props) => {
  const [open, setOpen] = useState<UploadRow>();
  return (
    <Card title="Uploads" subtitle="Each upload is kept with what it changed.">
      <Table
        caption="Uploads"
        columns={buildColumns(setOpen)}
        rows={uploads}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            title="Nothing uploaded yet"
            message="The files that are uploaded for this client are listed here."
          />
        }
      />
      {open && <UploadDialog clientId={clientId} upload={open} onClose={() => setOpen(undefined)} />}
    </Card>
  );
};
