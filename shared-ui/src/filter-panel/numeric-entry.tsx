import { numericOps, opsOfField } from '@readerlens/filters/model';
import type { NumericFilter } from '@readerlens/filters/model';
import { NumberField } from '../components/number-field.tsx';
import { EntryAside, OpSelect } from './entry-aside.tsx';
import type { EntryProps } from './entry-props.ts';
import { opNames } from './op-names.ts';

/** A number to compare with: whole, or money. */
export const NumericEntry = (props: EntryProps<NumericFilter>) => {
  const { definition, label, filter, error, required, buttons, onChange } = props;
  const offered = opsOfField(definition);
  const ops = numericOps.filter((op) => offered.includes(op));
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
            label={label}
            ops={ops.toSorted((a, b) => offered.indexOf(a) - offered.indexOf(b))}
            names={opNames}
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
