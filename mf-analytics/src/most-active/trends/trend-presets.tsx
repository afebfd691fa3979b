import { countText } from '@readerlens/contract/numbers';
import { rangeMessage } from '@readerlens/contract/messages';
import { maxTrendMinimum, rankTrendWords } from '@readerlens/contract/most-active';
import type { RankTrend } from '@readerlens/contract/most-active';
import { Box, Button, EmptyState, Flex, NumberField, SegmentedControl, Span, Text } from '@readerlens/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { isMinimum, presets } from './trend-address.ts';
import type { Preset, TrendView } from './trend-address.ts';

const options = presets.map((value) => ({
  value,
  label: value === 'all' ? 'All' : rankTrendWords[value].label,
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
          error={refusedAt === value ? rangeMessage('The minimum', 1, maxTrendMinimum) : undefined}
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

/** What the rows are. */
export type RankedSubject = 'organizations' | 'readers';

interface Props {
  subject: RankedSubject;
  view: TrendView;
  onTrend: (trend: Preset) => void;
  onMinimum: (minimum: number) => void;
  /** The dates of the period before: 'Oct 14 – 27, 2026'; undefined if there is none. */
  dates: string | undefined;
  /** Beside the presets: what else the list shows. */
  children?: ReactNode;
}

/** Chooses all rows, or those of a trend with enough engagements. */
export const TrendPresets = ({ subject, view, onTrend, onMinimum, dates, children }: Props) => {
  const { trend, minimum } = view;
  return (
    <Box>
      <Flex align="baseline" gap="3" wrap="wrap">
        <SegmentedControl label={`Show ${subject}`} options={options} value={trend} onChange={onTrend} />
        {trend !== 'all' && dates !== undefined && <Minimum value={minimum} onChange={onMinimum} />}
        {children}
      </Flex>
      {trend !== 'all' && dates !== undefined && (
        <Text mt="2" textStyle="small" color="textMuted">
          {`${rankTrendWords[trend].meaning}. Period before: ${dates}.`}
        </Text>
      )}
    </Box>
  );
};

const nameTrend = (trend: RankTrend) => rankTrendWords[trend].label.toLowerCase();

interface StateProps {
  subject: RankedSubject;
  trend: RankTrend;
  onAll: () => void;
}

/** Says what the trend would have listed. */
export const NoneOfTrend = ({ subject, trend, minimum, onAll }: StateProps & { minimum: number }) => (
  <EmptyState
    title={`No ${nameTrend(trend)} ${subject}`}
    message={`${rankTrendWords[trend].label} means: ${rankTrendWords[trend].meaning}. Only ${subject} with at least ${countText(minimum, 'engagement')} in either period are listed.`}
    action={<Button onClick={onAll}>{`Show all ${subject}`}</Button>}
  />
);

/** Without dates nothing can be compared. */
export const NoPeriodBefore = ({ subject, trend, onAll }: StateProps) => (
  <EmptyState
    title="No period to compare with"
    message={`Choose dates in the filters to see which ${subject} are ${nameTrend(trend)}.`}
    action={<Button onClick={onAll}>{`Show all ${subject}`}</Button>}
  />
);
