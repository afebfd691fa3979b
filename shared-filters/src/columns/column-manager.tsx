import type { ExportColumnDefinition } from '@readerlens/contract/explorer';
import { Box, Heading, Text } from '@readerlens/ui';
import { AvailableColumns } from './available-columns.tsx';
import { completeNames } from './column-order.ts';
import { SelectedColumns } from './selected-columns.tsx';

export interface ColumnManagerProps {
  /** The columns that the owner of the export may choose. */
  columns: readonly ExportColumnDefinition[];
  /** Column names in export order; legacy names are accepted. */
  value: readonly string[];
  /** Called with complete names, which always include the mandatory columns. */
  onChange: (value: string[]) => void;
}

/** Selects the columns of an export by category, and their order. */
export const ColumnManager = ({ columns, value, onChange }: ColumnManagerProps) => {
  const names = completeNames(value, columns);
  return (
    <Box
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' }}
      gap="6"
      alignItems="start"
    >
      <Box as="section" aria-label="Available columns">
        <Heading as="h3" mb="3">
          Available
        </Heading>
        <AvailableColumns columns={columns} value={names} onChange={onChange} />
      </Box>
      <section aria-label="Columns of the export">
        <Heading as="h3">Selected</Heading>
        <Text textStyle="small" color="textMuted" mb="3">
          {`${names.length} columns, in the order of the file`}
        </Text>
        <SelectedColumns value={names} onChange={onChange} />
      </section>
    </Box>
  );
};
