import { NumberField } from '@readerlens/ui';
import { numericOps } from '../model/index.ts';
import type { NumericFilter } from '../model/index.ts';
import { EntryAside, OpSelect } from './entry-aside.tsx';
import type { EntryProps } from './entry-props.ts';

/** A number to compare with: an integer or an amount of money. */
export const NumericEntry = (props: EntryProps<NumericFilter>) => {
  const { definition, label, filter, error, required, buttons, onChange } = props;
  return (
    <NumberField
      label={label}
      error={error}
      required={required}
      placeholder="Any"
      format={definition.numeric}
      aside={
        <EntryAside>
          <OpSelect
            {...{ definition, label }}
            ops={numericOps}
            value={filter.op}
            onChange={(op) => onChange({ ...filter, op })}
          />
          {buttons}
        </EntryAside>
      }
      value={filter.value}
      onChange={(value) => onChange({ ...filter, value })}
    />
  );
};
