import { blindedMessage } from '@readerlens/contract/messages';
import { MessageSquareText } from 'lucide-react';
import { Box, Button, Table } from '../../components/index.ts';
import type { TableColumn } from '../../components/index.ts';
import { formatDay } from '../format.ts';
import { formatCount } from '../../format.ts';
import type { ChartNote, ChartNotes } from './chart-notes.ts';

/** Beside the title of a chart: opens the list of its notes, and tells how many there are. */
export const NotesButton = ({
  title,
  notes: { notes, failed, show },
}: {
  title: string;
  notes: ChartNotes;
}) => (
  <Button
    size="sm"
    variant="ghost"
    aria-haspopup="dialog"
    aria-label={
      failed ? `Notes could not be loaded: ${title}` : `Notes: ${title}, ${formatCount(notes.length)}`
    }
    title={failed ? 'Notes could not be loaded' : 'Notes'}
    color={failed ? 'warning' : undefined}
    icon={<MessageSquareText size={16} aria-hidden="true" />}
    onClick={() => show()}
  >
    {failed ? '!' : notes.length > 0 && formatCount(notes.length)}
  </Button>
);

const columns: TableColumn<ChartNote>[] = [
  { id: 'date', header: 'Date', minWidth: '100px', cell: ({ date }) => formatDay(date) },
  {
    id: 'text',
    header: 'Note',
    minWidth: '160px',
    cell: ({ text }) => (
      <Box as="span" whiteSpace="pre-line" overflowWrap="anywhere">
        {text ?? blindedMessage}
      </Box>
    ),
  },
  { id: 'client', header: 'Client', cell: ({ client }) => client },
  { id: 'author', header: 'Author', cell: ({ author }) => author },
];

/** The notes of a chart, below the table of its numbers. */
export const NotesTable = ({ title, notes }: { title: string; notes: readonly ChartNote[] }) => (
  <Box marginTop="4" maxHeight="320px" overflowY="auto" borderTopWidth="1px">
    <Table caption={`${title}: notes`} rows={notes} rowKey={({ id }) => id} columns={columns} />
  </Box>
);
