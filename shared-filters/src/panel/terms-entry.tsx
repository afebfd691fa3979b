import { OptionsField } from '../lookups/options-field.tsx';
import { opsOfField } from '../model/index.ts';
import type { TermsFilter } from '../model/index.ts';
import { EntryAside, OpSwitch, AllowNASwitch, opNames } from './entry-aside.tsx';
import type { EntryProps } from './entry-props.ts';

/** Every activity has a value for these, so N/A would match nothing. */
const alwaysPresent = new Set(['Clients', 'Sequence', 'BuyersJourneyStage']);

const Aside = ({ definition, label, filter, buttons, onChange }: EntryProps<TermsFilter>) => {
  const hasOps = opsOfField(definition).length > 1;
  const excludes = filter.op === 'NotContains';
  return (
    <EntryAside>
      {hasOps && (
        <OpSwitch
          label={label}
          text={opNames[filter.op]}
          on={excludes}
          onClick={() => onChange({ ...filter, op: excludes ? 'Contains' : 'NotContains' })}
        />
      )}
      {/* Excluding values already keeps activities without a value. */}
      {!excludes && !alwaysPresent.has(definition.field) && (
        <AllowNASwitch
          label={label}
          value={filter.allowNA}
          onChange={(allowNA) => onChange({ ...filter, allowNA })}
        />
      )}
      {buttons}
    </EntryAside>
  );
};

/** Matches any (or none) of a field's options. */
export const TermsEntry = (props: EntryProps<TermsFilter>) => {
  const { definition, label, filter, error, required, clientIds, onChange } = props;
  return (
    <OptionsField
      {...{ definition, label, error, required, clientIds }}
      aside={<Aside {...props} />}
      value={filter.value}
      onChange={(value) => onChange({ ...filter, value })}
    />
  );
};
