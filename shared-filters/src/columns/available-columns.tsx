import { columnCategories } from '@readerlens/contract/explorer';
import type { ColumnCategory, ExportColumnDefinition } from '@readerlens/contract/explorer';
import { Box, Button, Checkbox, Flex, Text, TextField, styled } from '@readerlens/ui';
import { useState } from 'react';
import { columnsMatching, withColumn, withColumns } from './column-order.ts';

interface Props {
  value: readonly string[];
  onChange: (value: string[]) => void;
}

const Group = styled('fieldset', { base: { border: 0, p: 0, m: 0, minW: 0 } });

const Category = ({
  name,
  columns,
  value,
  onChange,
}: Props & { name: ColumnCategory; columns: readonly ExportColumnDefinition[] }) => {
  const fields = columns.map(({ field }) => field);
  const all = fields.every((field) => value.includes(field));
  return (
    <Group aria-label={name}>
      <Flex align="center" justify="space-between" mb="1">
        <Text as="h4" textStyle="overline" color="textMuted">
          {name}
        </Text>
        <Button
          size="sm"
          variant="link"
          aria-label={`${all ? 'Clear' : 'Select'} all ${name} columns`}
          onClick={() => onChange(withColumns(value, fields, !all))}
        >
          {all ? 'Clear' : 'Select all'}
        </Button>
      </Flex>
      <Box display="grid" gridTemplateColumns={{ base: '1fr', xl: '1fr 1fr' }} columnGap="3">
        {columns.map(({ field, label, isMandatoryForExport }) => (
          <Checkbox
            key={field}
            label={label}
            checked={value.includes(field)}
            disabled={isMandatoryForExport}
            onChange={(event: { currentTarget: HTMLInputElement }) =>
              onChange(withColumn(value, field, event.currentTarget.checked))
            }
          />
        ))}
      </Box>
    </Group>
  );
};

/** The available columns by category; those of the export are checked. */
export const AvailableColumns = ({
  columns: available,
  ...props
}: Props & { columns: readonly ExportColumnDefinition[] }) => {
  const [text, setText] = useState('');
  const found = columnsMatching(text, available);
  return (
    <Box display="grid" gap="4" alignContent="start">
      <TextField
        label="Find a column"
        type="search"
        autoComplete="off"
        value={text}
        onChange={(event: { target: { value: string } }) => setText(event.target.value)}
      />
      {columnCategories.map((category) => {
        const columns = found.filter((column) => column.category === category);
        return columns.length > 0 && <Category key={category} name={category} columns={columns} {...props} />;
      })}
      {found.length === 0 && <Text color="textMuted">No matching columns.</Text>}
    </Box>
  );
};
