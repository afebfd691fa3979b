import { OptionsField } from '../lookups/options-field.tsx';
import { opsOfField } from '../model/index.ts';
import type { TermsFilter } from '../model/index.ts';
import { EntryAside, ModeSwitch, NotAvailable } from './entry-aside.tsx';
import type { EntryProps } from './entry-props.ts';
import { opNames } from './op-names.ts';

/** Every activity has one of these, so there is none without to ask for. */
const alwaysThere = new Set(['Clients', 'Sequence', 'BuyersJourneyStage']);

const Aside = ({ definition, label, filter, buttons, onChange }: EntryProps<TermsFilter>) => {
  const hasModes = opsOfField(definition).length > 1;
  const excludes = filter.op === 'NotContains';
  return (
    <EntryAside>
      {hasModes && (
        <ModeSwitch
          label={label}
          text={opNames[filter.op]}
          on={excludes}
          onClick={() => onChange({ ...filter, op: excludes ? 'Contains' : 'NotContains' })}
        />
      )}
      {/* What excludes some values keeps what has none anyway. */}
      {!excludes && !alwaysThere.has(definition.field) && (
        <NotAvailable
          label={label}
          value={filter.allowNA}
          onChange={(allowNA) => onChange({ ...filter, allowNA })}
        />
      )}
      {buttons}
    </EntryAside>
  );
};

/** Any (or none) of a field's options. */
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
