import { findExportColumn } from '@readerlens/contract/explorer';
import { Box, IconButton, VisuallyHidden } from '@readerlens/ui';
import { Lock, X } from 'lucide-react';
import { OrderedList } from './ordered-list.tsx';
import { moveColumn, withColumn } from './column-order.ts';

interface Props {
  value: readonly string[];
  onChange: (value: string[]) => void;
}

const Mandatory = () => (
  <Box width="26px" display="grid" placeItems="center" color="textMuted" title="Always exported">
    <Lock size={13} aria-hidden="true" />
    <VisuallyHidden>Always exported</VisuallyHidden>
  </Box>
);

/** The columns of the export in their order. Users move them, and remove those that are not mandatory. */
export const SelectedColumns = ({ value, onChange }: Props) => (
  <OrderedList
    label="Selected columns"
    items={value.map((field) => {
      const column = findExportColumn(field);
      const label = column?.label ?? field;
      const remove = (
        <IconButton
          size="sm"
          label={`Remove ${label}`}
          icon={<X size={15} aria-hidden="true" />}
          onClick={() => onChange(withColumn(value, field, false))}
        />
      );
      return { id: field, label, end: column?.isMandatoryForExport ? <Mandatory /> : remove };
    })}
    onMove={(from, to) => onChange(moveColumn(value, from, to))}
  />
);
