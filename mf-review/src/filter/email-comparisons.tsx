import { comparisons } from '@readerlens/contract/review';
import type { InclusionCondition } from '@readerlens/contract/review';
import {
  Button,
  Field,
  Flex,
  IconButton,
  SegmentedControl,
  SelectField,
  Stack,
  TextField,
} from '@readerlens/ui';
import { Plus, X } from 'lucide-react';
import { withComparison } from './filter-draft.ts';
import type { DraftComparison } from './filter-draft.ts';
import { maxComparisons } from './review-address.ts';

const operations = comparisons.map((value) => ({ value, label: value }));
const conditions = [
  { value: 'All', label: 'All' },
  { value: 'Any', label: 'Any' },
] as const;

interface RowProps {
  comparison: DraftComparison;
  /** Distinguishes several comparisons; '' if there is only one. */
  number: string;
  disabled: boolean;
  onChange: (comparison: DraftComparison) => void;
  onRemove: (() => void) | undefined;
}

const Row = ({ comparison, number, disabled, onChange, onRemove }: RowProps) => (
  <Flex gap="2" align="center">
    <SelectField
      label={`Email comparison${number}`}
      hideLabel
      disabled={disabled}
      options={operations}
      value={comparison.operation}
      onChange={(event: { target: { value: string } }) => {
        const operation = comparisons.find((one) => one === event.target.value);
        if (operation) onChange({ ...comparison, operation });
      }}
    />
    <Stack flex="1" minW="0">
      <TextField
        label={`Email value${number}`}
        hideLabel
        disabled={disabled}
        maxLength={254}
        autoComplete="off"
        value={comparison.value}
        onChange={(event: { target: { value: string } }) =>
          onChange({ ...comparison, value: event.target.value })
        }
      />
    </Stack>
    {onRemove && (
      <IconButton label={`Remove email comparison${number}`} icon={<X size={15} />} onClick={onRemove} />
    )}
  </Flex>
);

interface Props {
  value: readonly DraftComparison[];
  match: InclusionCondition;
  disabled: boolean;
  onChange: (value: readonly DraftComparison[]) => void;
  onMatch: (match: InclusionCondition) => void;
}

/** Conditions on the email; several are combined by All or Any. */
export const EmailComparisons = ({ value, match, disabled, onChange, onMatch }: Props) => (
  <Field label="Email" group hint={disabled ? 'Not available in Blinded Mode.' : undefined}>
    {(control) => (
      <Stack role="group" aria-labelledby={`${control.id}-label`} gap="2">
        {value.map((comparison, index) => (
          <Row
            key={comparison.key}
            comparison={comparison}
            number={value.length > 1 ? ` ${index + 1}` : ''}
            disabled={disabled}
            onChange={(next) => onChange(value.with(index, next))}
            onRemove={value.length > 1 ? () => onChange(value.toSpliced(index, 1)) : undefined}
          />
        ))}
        <Flex gap="3" align="center" wrap="wrap">
          <Button
            size="sm"
            variant="link"
            icon={<Plus size={14} aria-hidden="true" />}
            disabled={disabled || value.length >= maxComparisons}
            onClick={() => onChange(withComparison(value))}
          >
            Add comparison
          </Button>
          {value.length > 1 && (
            <SegmentedControl label="Match" options={conditions} value={match} onChange={onMatch} />
          )}
        </Flex>
      </Stack>
    )}
  </Field>
);
