import type { UploadKind } from '@readerlens/contract/marketing-pipeline';
import { Dialog, Span, Table } from '@readerlens/ui';
import type { TableColumn } from '@readerlens/ui';
import type { MarketingData } from './data.queries.ts';
import { kindWords } from './kinds.ts';

type Column = MarketingData['columns'][number];

const tableColumns: readonly TableColumn<Column>[] = [
  {
    id: 'name',
    header: 'Column',
    minWidth: '130px',
    cell: ({ name, isRequired }) => (
      <>
        {name}
        {isRequired && (
          <Span display="block" textStyle="small" color="textMuted">
            required
          </Span>
        )}
      </>
    ),
  },
  { id: 'meaning', header: 'Meaning', minWidth: '180px', cell: ({ meaning }) => meaning },
  {
    id: 'names',
    header: 'Also read as',
    minWidth: '180px',
    cell: ({ otherNames }) => otherNames.join(', ') || '–',
  },
];

interface Props {
  kind: UploadKind;
  columns: readonly Column[];
  onClose: () => void;
}

/** The columns that files of a kind have. */
export const ColumnsDialog = ({ kind, columns, onClose }: Props) => (
  <Dialog
    open
    size="half"
    onClose={onClose}
    title={`Columns of ${kindWords[kind].title.toLowerCase()}`}
    description="The order of the columns does not matter, nor do capitals, spaces, hyphens and underscores in their names."
  >
    <Table caption="Columns" columns={tableColumns} rows={columns} rowKey={({ name }) => name} />
  </Dialog>
);
