import { maxShareRecipients, recipientTypes } from '@readerlens/contract/sharing';
import { Box, Button, Flex, Grid, IconButton, SelectField, Span, TextField } from '@readerlens/ui';
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  canAddRecipient,
  maxNameLength,
  rowProblems,
  withRecipient,
  withRow,
  withoutRecipient,
} from './share-form.ts';
import type { RecipientRow, RowProblems, ShareForm } from './share-form.ts';

interface RowProps {
  row: RecipientRow;
  /** From 1. */
  number: number;
  problems: RowProblems;
  onChange: (row: RecipientRow) => void;
  /** Undefined for the only row. */
  onRemove: (() => void) | undefined;
}

const typeOptions = recipientTypes.map((type) => ({ value: type, label: type }));

/** A new row takes the focus. A field shows its error once the user has left it. */
const Row = ({ row, number, problems, onChange, onRemove }: RowProps) => {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const first = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (row.key > 0) first.current?.focus();
  }, [row.key]);
  const leave = (field: string) => () => setLeft(new Set([...left, field]));
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
        value={row.name}
        error={left.has('name') ? problems.name : undefined}
        onBlur={leave('name')}
        onChange={({ currentTarget }) => onChange({ ...row, name: currentTarget.value })}
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
          value={row.email}
          error={left.has('email') ? problems.email : undefined}
          onBlur={leave('email')}
          onChange={({ currentTarget }) => onChange({ ...row, email: currentTarget.value })}
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

interface Props {
  form: ShareForm;
  onChange: (form: ShareForm) => void;
}

/** The recipients of the mail. Removing a row moves the focus to the add button. */
export const RecipientRows = ({ form, onChange }: Props) => {
  const list = useRef<HTMLDivElement>(null);
  const add = () => onChange(withRecipient(form));
  const remove = (key: number) => {
    onChange(withoutRecipient(form, key));
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
            problems={rowProblems(row, form)}
            onChange={(changed) => onChange(withRow(form, changed))}
            onRemove={recipients.length > 1 ? () => remove(row.key) : undefined}
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
