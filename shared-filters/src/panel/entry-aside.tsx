import { styled } from '@readerlens/ui';
import { ArrowLeftRight, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { opsOfField } from '../model/index.ts';
import type { FieldDefinition } from '../model/index.ts';
import { opNames } from './op-names.ts';

const small = {
  minH: '24px',
  borderRadius: 'sm',
  textStyle: 'caption',
  fontWeight: 'medium',
  color: 'textSubtle',
  cursor: 'pointer',
  transition: 'background-color 120ms, color 120ms',
  _hover: { background: 'hover', color: 'text' },
} as const;

const Root = styled('span', {
  base: { display: 'flex', alignItems: 'center', gap: '0.5', whiteSpace: 'nowrap' },
});

/** What stands at the end of a label's line. */
export const EntryAside = ({ children }: { children: ReactNode }) => <Root>{children}</Root>;

const ToggleBase = styled('button', {
  base: {
    ...small,
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    px: '1.5',
    '&[data-on]': { background: 'accentSubtle', color: 'accentText' },
  },
});

interface ModeProps {
  /** The field's label: several fields have the same words beside theirs. */
  label: string;
  text: string;
  /** Whether it differs from what is usual. */
  on: boolean;
  onClick: () => void;
}

/** One of two ways that a filter may be meant; pressing it takes the other one. */
export const ModeSwitch = ({ label, text, on, onClick }: ModeProps) => (
  <ToggleBase
    type="button"
    aria-label={`${text}: how ${label} compares`}
    data-on={on ? '' : undefined}
    onClick={onClick}
  >
    {text}
    <ArrowLeftRight size={11} aria-hidden="true" />
  </ToggleBase>
);

interface NotAvailableProps {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
}

/** Whether activities without a value pass as well. */
export const NotAvailable = ({ label, value, onChange }: NotAvailableProps) => (
  <ToggleBase
    type="button"
    aria-pressed={value}
    aria-label={`N/A: also where ${label} is not available`}
    title="Also where it is not available"
    data-on={value ? '' : undefined}
    onClick={() => onChange(!value)}
  >
    N/A
  </ToggleBase>
);

const Select = styled('select', {
  base: { ...small, appearance: 'none', ps: '1.5', pe: '5', background: 'transparent', textAlign: 'end' },
});

interface OpSelectProps<T extends keyof typeof opNames> {
  definition: FieldDefinition;
  label: string;
  /** All that filters of the kind have; those of the field are offered, in its order. */
  ops: readonly T[];
  value: T;
  onChange: (value: T) => void;
}

/** How a filter compares, where its field leaves a choice. */
export const OpSelect = <T extends keyof typeof opNames>(props: OpSelectProps<T>) => {
  const { definition, label, ops, value, onChange } = props;
  const offered = opsOfField(definition).flatMap((name) => ops.find((op) => op === name) ?? []);
  if (offered.length < 2) return null;
  return (
    <styled.span position="relative" display="inline-flex" alignItems="center">
      <Select
        aria-label={`Comparison of ${label}`}
        value={value}
        color={value === offered[0] ? undefined : 'accentText'}
        onChange={(event: { target: { value: string } }) => {
          const next = offered.find((op) => op === event.target.value);
          if (next) onChange(next);
        }}
      >
        {offered.map((op) => (
          <option key={op} value={op}>
            {opNames[op]}
          </option>
        ))}
      </Select>
      <styled.span position="absolute" insetInlineEnd="1" pointerEvents="none" color="textMuted">
        <ChevronDown size={12} aria-hidden="true" />
      </styled.span>
    </styled.span>
  );
};
