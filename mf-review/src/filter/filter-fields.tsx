import type { SessionUserData } from '@readerlens/auth';
import { useBlinded } from '@readerlens/auth/react';
import {
  reviewActivitySources,
  reviewActivityTypes,
  reviewFilterStatuses,
} from '@readerlens/contract/review';
import { activityTypeClaim, activityTypeLabel, qualities } from '@readerlens/contract/vocabulary';
import { OptionsField } from '@readerlens/filters';
import { namedCatalogue } from '@readerlens/filters/model';
import type { Term } from '@readerlens/filters/model';
import { DateField, Field, Flex, Grid, GridItem, SegmentedControl, SelectField } from '@readerlens/ui';
import { ChoiceField } from './choice-field.tsx';
import { EmailComparisons } from './email-comparisons.tsx';
import type { FilterDraft } from './filter-draft.ts';
import { filterStatusText } from './describe-criteria.ts';
import { isOffered } from './review-criteria.ts';

export interface FilterFieldsProps {
  user: SessionUserData;
  draft: FilterDraft;
  problems: Partial<Record<'from' | 'to', string | undefined>>;
  today: string;
  onChange: (change: Partial<FilterDraft>) => void;
}

const sequences = [
  { value: 'Initial', label: 'Initial' },
  { value: 'Subsequent', label: 'Subsequent' },
] as const;
const sources = reviewActivitySources.map((value) => ({ value, label: value }));
const qualityOptions = qualities.map((value) => ({ value, label: String(value) }));

const Days = ({ draft, problems, today, onChange }: FilterFieldsProps) => (
  <>
    <DateField
      label="From Date"
      required
      max={today}
      error={problems.from}
      value={draft.from}
      onChange={(from) => onChange({ from })}
    />
    <DateField
      label="To Date"
      error={problems.to}
      {...(draft.from ? { min: draft.from } : {})}
      value={draft.to}
      onChange={(to) => onChange({ to })}
    />
  </>
);

const Status = ({ draft, onChange }: FilterFieldsProps) => (
  <>
    <SelectField
      label="Status"
      options={reviewFilterStatuses
        .filter((status) => isOffered(status, draft.subsequent))
        .map((value) => ({ value, label: filterStatusText[value] }))}
      value={draft.status}
      onChange={(event: { target: { value: string } }) => {
        const status = reviewFilterStatuses.find((one) => one === event.target.value);
        if (status) onChange({ status });
      }}
    />
    <Field label="Initial or subsequent" group>
      {() => (
        <Flex minH="34px" align="center">
          <SegmentedControl
            label="Initial or subsequent"
            options={sequences}
            value={draft.subsequent ? 'Subsequent' : 'Initial'}
            onChange={(sequence) => {
              const subsequent = sequence === 'Subsequent';
              const status = isOffered(draft.status, subsequent) ? draft.status : 'Pending';
              onChange({ subsequent, status });
            }}
          />
        </Flex>
      )}
    </Field>
  </>
);

interface TermsProps {
  field: 'Onlines' | 'Clients';
  label: string;
  value: readonly Term[];
  onChange: (value: readonly Term[]) => void;
}

const Terms = ({ field, label, value, onChange }: TermsProps) => {
  const definition = namedCatalogue.find(field);
  if (!definition) return null;
  return <OptionsField definition={definition} label={label} value={value} onChange={onChange} />;
};

const SourceAndQuality = ({ draft, onChange }: FilterFieldsProps) => (
  <>
    <SelectField
      label="Activity Source"
      placeholder="Any"
      options={sources}
      value={draft.source ?? ''}
      onChange={(event: { target: { value: string } }) =>
        onChange({ source: reviewActivitySources.find((one) => one === event.target.value) ?? null })
      }
    />
    <ChoiceField
      label="Quality"
      options={qualityOptions}
      value={draft.qualities}
      onChange={(chosen) => onChange({ qualities: chosen })}
    />
  </>
);

const Types = ({ user, draft, onChange }: FilterFieldsProps) => (
  <ChoiceField
    label="Activity Types"
    options={reviewActivityTypes
      .filter((type) => user.claims.includes(activityTypeClaim[type]))
      .map((value) => ({ value, label: activityTypeLabel[value] }))}
    value={draft.types}
    onChange={(types) => onChange({ types })}
  />
);

/** All fields of the filter. */
export const FilterFields = (props: FilterFieldsProps) => {
  const { draft, onChange } = props;
  const blinded = useBlinded();
  return (
    <Grid
      templateColumns={{
        base: '1fr',
        sm: '1fr 1fr',
        lg: 'repeat(4, minmax(0, 1fr))',
        xl: 'repeat(6, minmax(0, 1fr))',
      }}
      gap="4"
      alignItems="start"
    >
      <Days {...props} />
      <Status {...props} />
      <SourceAndQuality {...props} />
      <Terms
        field="Onlines"
        label="Online(s)"
        value={draft.onlines}
        onChange={(onlines) => onChange({ onlines })}
      />
      <Terms
        field="Clients"
        label="Clients"
        value={draft.clients}
        onChange={(clients) => onChange({ clients })}
      />
      <Types {...props} />
      <GridItem colSpan={{ base: 1, sm: 2 }}>
        <EmailComparisons
          value={draft.emails}
          match={draft.match}
          disabled={blinded}
          onChange={(emails) => onChange({ emails })}
          onMatch={(match) => onChange({ match })}
        />
      </GridItem>
    </Grid>
  );
};
