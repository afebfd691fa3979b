import { behaviorLabels, behaviorLimits, maxOfferedPercent } from '@readerlens/contract/alert-rule';
import type { BehaviorField } from '@readerlens/contract/alert-rule';
import { thresholdDirectionLabels } from '@readerlens/contract/alerts';
import type { AggField, ThresholdDirection } from '@readerlens/contract/alerts';
import {
  Box,
  Flex,
  SegmentedControl,
  SelectField,
  Span,
  Stack,
  TextField,
  useFormContext,
  useTextField,
} from '@readerlens/ui';
import type { ChangeEvent, ComponentType, ReactNode } from 'react';
import type { BehaviorType, BehaviorValues } from './behavior-values.ts';

const formatRange = (field: BehaviorField): string => {
  const { min, max } = behaviorLimits[field];
  return `${min} to ${field === 'minimumThresholdPercent' ? maxOfferedPercent : max}`;
};

/** A number inside a sentence. It is wider while it has a message. */
const Count = ({ field }: { field: BehaviorField }) => {
  const input = useTextField(field);
  return (
    <Box width={input.error ? '220px' : '72px'} flexShrink="0">
      <TextField
        label={behaviorLabels[field]}
        hideLabel
        title={`${behaviorLabels[field]}: ${formatRange(field)}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        width="72px"
        {...input}
      />
    </Box>
  );
};

/** The word after a number: 'month' or 'months'. */
const Unit = ({ of: field, one, many }: { of: BehaviorField; one: string; many: string }) => {
  const { values } = useFormContext<BehaviorValues>();
  return <Span>{values[field].trim() === '1' ? one : many}</Span>;
};

/** A part of the sentence: words and fields that wrap together. */
const Line = ({ children }: { children: ReactNode }) => (
  <Flex
    gap="2.5"
    wrap="wrap"
    align="flex-start"
    minH="36px"
    css={{ '& > span': { display: 'inline-flex', alignItems: 'center', minH: '36px' } }}
  >
    {children}
  </Flex>
);

const aggregations: readonly { value: AggField; label: string }[] = [
  { value: 'Reader', label: 'Reader' },
  { value: 'ReaderOrg', label: 'Reader Organization' },
];

const Aggregation = () => {
  const { values, change } = useFormContext<BehaviorValues>();
  return (
    <Flex minH="36px" align="center">
      <SegmentedControl
        label="Aggregate by"
        options={aggregations}
        value={values.aggField}
        onChange={(aggField) => change({ aggField })}
      />
    </Flex>
  );
};

const Direction = () => {
  const { values, change } = useFormContext<BehaviorValues>();
  return (
    <Box width="150px">
      <SelectField
        label="Direction"
        hideLabel
        options={Object.entries(thresholdDirectionLabels).map(([value, label]) => ({ value, label }))}
        value={values.thresholdDirection}
        onChange={(event: ChangeEvent<HTMLSelectElement>) =>
          change({ thresholdDirection: event.target.value as ThresholdDirection })
        }
      />
    </Box>
  );
};

/** Only an organization has several readers. */
const Readers = ({ children }: { children: ReactNode }) => {
  const { values } = useFormContext<BehaviorValues>();
  return (
    values.aggField === 'ReaderOrg' && (
      <Line>
        <Span>{children}</Span>
        <Count field="uniqueUserCount" />
        <Unit of="uniqueUserCount" one="reader" many="different readers" />
      </Line>
    )
  );
};

/** A number of activities over a period, as a sentence. */
const SeriesFields = () => (
  <Stack gap="3">
    <Line>
      <Span>Notify when a</Span>
      <Aggregation />
    </Line>
    <Line>
      <Span>has at least</Span>
      <Count field="minimumCount" />
      <Unit of="minimumCount" one="activity that meets the filters" many="activities that meet the filters" />
    </Line>
    <Readers>by at least</Readers>
    <Line>
      <Span>within</Span>
      <Count field="activityMonths" />
      <Unit of="activityMonths" one="month before the run." many="months before the run." />
    </Line>
  </Stack>
);

/** A change against the months before, as a sentence. */
const ChangeFields = () => (
  <Stack gap="3">
    <Line>
      <Span>Notify when a</Span>
      <Aggregation />
    </Line>
    <Line>
      <Span>has at least</Span>
      <Count field="minimumThresholdPercent" />
      <Span>%</Span>
      <Direction />
      <Span>activities that meet the filters</Span>
    </Line>
    <Line>
      <Span>within</Span>
      <Count field="activityMonths" />
      <Unit
        of="activityMonths"
        one="month before the run than expected from the"
        many="months before the run than expected from the"
      />
      <Count field="baselineActivityMonths" />
      <Unit of="baselineActivityMonths" one="month before," many="months before," />
    </Line>
    <Line>
      <Span>which have at least</Span>
      <Count field="minimumBaselineActivities" />
      <Unit of="minimumBaselineActivities" one="activity" many="activities" />
    </Line>
    <Readers>and the activities are by at least</Readers>
  </Stack>
);

export const behaviorFields: Readonly<Record<BehaviorType, ComponentType>> = {
  ChangeInActivitiesNotification: ChangeFields,
  SeriesOfActivitiesNotification: SeriesFields,
};
