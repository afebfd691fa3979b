import {
  Button,
  Card,
  Dialog,
  EmptyState,
  LoadError,
  Skeleton,
  Stack,
  Table,
  formatCount,
} from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import { formatMoment } from '@readerlens/ui/parts';
import { useState } from 'react';
import { ChangesTable } from './changes-table.tsx';
import { useUpload } from './data.queries.ts';
import type { MarketingData, UploadRow } from './data.queries.ts';

interface Props {
  clientId: string;
  uploads: MarketingData['uploads'];
}

const nameUpload = ({ fileName, at }: UploadRow) => `${fileName ?? 'rows of a program'}, ${formatMoment(at)}`;

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
          <ChangesTable
            changes={data.changes}
            count={upload.added + upload.changed + upload.removed}
            empty={
              <EmptyState title="No changes" message="Every row of the file was as it had been before." />
            }
          />
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
