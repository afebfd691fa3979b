import { rangeMessage } from '@readerlens/contract/messages';
import { maxOrgMinimum, orgTrendWords } from '@readerlens/contract/most-active';
import type { OrgTrend } from '@readerlens/contract/most-active';
import {
  Box,
  Button,
  EmptyState,
  Flex,
  formatCount,
  NumberField,
  SegmentedControl,
  Span,
  Text,
} from '@readerlens/ui';
import { useState } from 'react';
import { findStartSort, isMinimum, presets } from './companies-address.ts';
import type { CompaniesView, Preset } from './companies-address.ts';

const options = presets.map((value) => ({
  value,
  label: value === 'all' ? 'All' : orgTrendWords[value].label,
}));

interface MinimumProps {
  value: number;
  onChange: (value: number) => void;
}

/** A message is wider than the field, whose width fits its number. */
const oneLine = { '& p': { whiteSpace: 'nowrap' } };

const Minimum = ({ value, onChange }: MinimumProps) => {
  const [refusedAt, setRefusedAt] = useState<number>();
  return (
    <Flex align="baseline" gap="2">
      <Span color="textMuted" textStyle="small" aria-hidden="true">
        At least
      </Span>
      <Box width="72px" flexShrink="0" css={oneLine}>
        <NumberField
          label="Minimum engagements"
          hideLabel
          value={value}
          error={refusedAt === value ? rangeMessage('The minimum', 1, maxOrgMinimum) : undefined}
          onChange={(next) => {
            setRefusedAt(isMinimum(next) ? undefined : value);
            if (isMinimum(next)) onChange(next);
          }}
        />
      </Box>
      <Span color="textMuted" textStyle="small" aria-hidden="true">
        engagements in either period
      </Span>
    </Flex>
  );
};

interface Props {
  view: CompaniesView;
  show: (change: Partial<CompaniesView>) => void;
  /** The dates of the period before: 'Oct 14 – 27, 2026'; undefined if there is none. */
  dates: string | undefined;
}

/** Chooses all organizations, or those of a trend with enough engagements, each in an order of its own. */
export const CompanyPresets = ({ view, show, dates }: Props) => {
  const { trend, minimum } = view;
  return (
    <Box>
      <Flex align="baseline" gap="3" wrap="wrap">
        <SegmentedControl
          label="Show organizations"
          options={options}
          value={trend}
          onChange={(next: Preset) => show({ trend: next, sort: findStartSort(next) })}
        />
        {trend !== 'all' && dates !== undefined && (
          <Minimum value={minimum} onChange={(next) => show({ minimum: next })} />
        )}
      </Flex>
      {trend !== 'all' && dates !== undefined && (
        <Text mt="2" textStyle="small" color="textMuted">
          {`${orgTrendWords[trend].meaning}. Period before: ${dates}.`}
        </Text>
      )}
    </Box>
  );
};

const nameTrend = (trend: OrgTrend) => orgTrendWords[trend].label.toLowerCase();

interface StateProps {
  trend: OrgTrend;
  onAll: () => void;
}

/** Says what the trend would have listed. */
export const NoneOfTrend = ({ trend, minimum, onAll }: StateProps & { minimum: number }) => (
  <EmptyState
    title={`No ${nameTrend(trend)} organizations`}
    message={`${orgTrendWords[trend].label} means: ${orgTrendWords[trend].meaning}. Only organizations with at least ${formatCount(minimum)} ${minimum === 1 ? 'engagement' : 'engagements'} in either period are listed.`}
    action={<Button onClick={onAll}>Show all organizations</Button>}
  />
);

/** Without dates nothing can be compared. */
export const NoPeriodBefore = ({ trend, onAll }: StateProps) => (
  <EmptyState
    title="No period to compare with"
    message={`Choose dates in the filters to see which organizations are ${nameTrend(trend)}.`}
    action={<Button onClick={onAll}>Show all organizations</Button>}
  />
);
