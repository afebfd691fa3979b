import { styled } from '@readerlens/ui';
import { ArrowLeftRight, ChevronDown } from 'lucide-react';
import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import { opsOfField } from '../model/index.ts';
import type { FieldDefinition, NumericOp, TermsOp, TextOp } from '../model/index.ts';

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

/** Whether the field is in use; if not, its operators are hidden, so that a form of many fields stays quiet. */
export const FieldInUse = createContext(true);

/** Controls at the end of a label's line, while the field is in use. */
export const EntryAside = ({ children }: { children: ReactNode }) =>
  use(FieldInUse) ? <Root>{children}</Root> : null;

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

interface OpSwitchProps {
  /** The field's label, since several fields have the same operators. */
  label: string;
  text: string;
  /** Whether it differs from the default. */
  on: boolean;
  onClick: () => void;
}

/** Switches between two operators. */
export const OpSwitch = ({ label, text, on, onClick }: OpSwitchProps) => (
  <ToggleBase
    type="button"
    aria-label={`${text}: operator of ${label}`}
    data-on={on ? '' : undefined}
    onClick={onClick}
  >
    {text}
    <ArrowLeftRight size={11} aria-hidden="true" />
  </ToggleBase>
);

interface AllowNAProps {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
}

/** Whether activities without a value match too. */
export const AllowNASwitch = ({ label, value, onChange }: AllowNAProps) => (
  <ToggleBase
    type="button"
    aria-pressed={value}
    aria-label={`N/A: include where ${label} is not available`}
    title="Include where it is not available"
    data-on={value ? '' : undefined}
    onClick={() => onChange(!value)}
  >
    N/A
  </ToggleBase>
);

/** Display names of the operators. */
export const opNames: Readonly<Record<TermsOp | TextOp | NumericOp, string>> = {
  Equals: 'Equals',
  Contains: 'Contains',
  Like: 'Like',
  NotEqual: 'Not equal',
  NotContains: 'Not contains',
  NotLike: 'Not like',
  LessThan: 'Less than',
  LessThanOrEquals: 'Less than or equals',
  GreaterThan: 'Greater than',
  GreaterThanOrEquals: 'Greater than or equals',
};

const Select = styled('select', {
  base: { ...small, appearance: 'none', ps: '1.5', pe: '5', background: 'transparent', textAlign: 'end' },
});

interface OpSelectProps<T extends keyof typeof opNames> {
  definition: FieldDefinition;
  label: string;
  /** All operators of the filter's kind; those of the field are offered, in its order. */
  ops: readonly T[];
  value: T;
  onChange: (value: T) => void;
}

/** Selects the operator, if the field has more than one. */
export const OpSelect = <T extends keyof typeof opNames>(props: OpSelectProps<T>) => {
  const { definition, label, ops, value, onChange } = props;
  const offered = opsOfField(definition).flatMap((name) => ops.find((op) => op === name) ?? []);
  if (offered.length < 2) return null;
  return (
    <styled.span position="relative" display="inline-flex" alignItems="center">
      <Select
        aria-label={`Operator of ${label}`}
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
