import { maxShareRecipients, recipientTypes } from '@readerlens/contract/sharing';
import {
  Box,
  Button,
  Flex,
  Grid,
  IconButton,
  SelectField,
  Span,
  TextField,
  useFormContext,
  useTextField,
} from '@readerlens/ui';
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { canAddRecipient, maxNameLength, withRecipient, withRow } from './share-form.ts';
import type { RecipientRow, ShareForm } from './share-form.ts';

interface RowProps {
  row: RecipientRow;
  /** From 1. */
  number: number;
  onChange: (row: RecipientRow) => void;
  /** Undefined for the only row. */
  onRemove: (() => void) | undefined;
}

const typeOptions = recipientTypes.map((type) => ({ value: type, label: type }));

/** A new row takes the focus. */
const Row = ({ row, number, onChange, onRemove }: RowProps) => {
  const first = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (row.key > 0) first.current?.focus();
  }, [row.key]);
  const name = useTextField(`recipients.${number - 1}.name`);
  const email = useTextField(`recipients.${number - 1}.email`);
  return (
    <Grid
      role="group"
      aria-label={`Recipient ${number}`}
      templateColumns={{ base: '84px minmax(0, 1fr) 36px', sm: '84px minmax(0, 2fr) minmax(0, 3fr) 36px' }}
      gap="2"
      alignItems="start"
    >
      <SelectField
        label={`Type of recipient ${number}`}
        hideLabel
        ref={first}
        options={typeOptions}
        value={row.type}
        onChange={({ currentTarget: { value } }) => {
          const type = recipientTypes.find((known) => known === value);
          if (type) onChange({ ...row, type });
        }}
      />
      <TextField
        label={`Name of recipient ${number}`}
        hideLabel
        required
        placeholder="Name"
        maxLength={maxNameLength}
        {...name}
      />
      <Box gridColumn={{ base: '1 / 3', sm: 'auto' }} gridRow={{ base: 2, sm: 'auto' }}>
        <TextField
          label={`Email of recipient ${number}`}
          hideLabel
          required
          type="email"
          inputMode="email"
          placeholder="Email"
          maxLength={254}
          {...email}
        />
      </Box>
      <IconButton
        label={`Remove recipient ${number}`}
        icon={<Trash2 size={16} />}
        disabled={!onRemove}
        onClick={onRemove}
      />
    </Grid>
  );
};

/** The recipients of the mail. Removing a row moves the focus to the add button. */
export const RecipientRows = () => {
  const { values: form, change: onChange, removeItem } = useFormContext<ShareForm>();
  const list = useRef<HTMLDivElement>(null);
  const add = () => onChange(withRecipient(form));
  const remove = (index: number) => {
    removeItem('recipients', index);
    list.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  };
  const { recipients } = form;
  return (
    <Box ref={list} role="group" aria-label="Recipients">
      <Box display="grid" gap={{ base: '4', sm: '2' }}>
        {recipients.map((row, index) => (
          <Row
            key={row.key}
            row={row}
            number={index + 1}
            onChange={(changed) => onChange(withRow(form, changed))}
            onRemove={recipients.length > 1 ? () => remove(index) : undefined}
          />
        ))}
      </Box>
      <Flex align="center" gap="3" mt="2">
        <Button
          size="sm"
          icon={<Plus size={14} aria-hidden="true" />}
          aria-disabled={!canAddRecipient(form)}
          data-add=""
          onClick={add}
        >
          Add recipient
        </Button>
        <Span textStyle="caption" color="textMuted">
          {`${recipients.length} of ${maxShareRecipients}`}
        </Span>
      </Flex>
    </Box>
  );
};
