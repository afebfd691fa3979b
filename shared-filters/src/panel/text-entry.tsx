import { TextAreaField } from '@readerlens/ui';
import { textOps } from '../model/index.ts';
import type { TextFilter } from '../model/index.ts';
import { EntryAside, OpSelect } from './entry-aside.tsx';
import type { EntryProps } from './entry-props.ts';

const maxRows = 6;

/** Matches any (or none) of several texts, one per line. The box grows with its lines. */
export const TextEntry = (props: EntryProps<TextFilter>) => {
  const { definition, label, filter, error, required, buttons, onChange } = props;
  return (
    <TextAreaField
      label={label}
      error={error}
      required={required}
      rows={Math.min(filter.value.split('\n').length, maxRows)}
      placeholder="One entry per line"
      resize="none"
      py="5.5px"
      display="block"
      aside={
        <EntryAside>
          <OpSelect
            {...{ definition, label }}
            ops={textOps}
            value={filter.op}
            onChange={(op) => onChange({ ...filter, op })}
          />
          {buttons}
        </EntryAside>
      }
      value={filter.value}
      onChange={(event: { target: { value: string } }) => onChange({ ...filter, value: event.target.value })}
    />
  );
};
