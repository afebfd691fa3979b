import { computeRate, describeRate, formatAverage, formatRate } from '@readerlens/contract/marketing-rates';
import type { Cases } from '@readerlens/contract/marketing-rates';
import { FigureTile } from '@readerlens/filters/dashboard';
import { Button, HowCounted, Skeleton, Text, TextLink } from '@readerlens/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

interface Props<T> {
  label: string;
  icon: ReactNode;
  query: UseQueryResult<T>;
  /** Undefined if there is nothing that the rate could be about. */
  readCases: (data: T) => Cases | undefined;
  /** 'average': how many of one thing there are for each of another. */
  kind?: 'average' | 'rate';
  help: string;
  /** The list of what the rate divides by. */
  href?: string;
}

const toFigure = (cases: Cases, kind: 'average' | 'rate') =>
  kind === 'rate' ? formatRate(cases) : formatAverage(cases);

const describe = (cases: Cases, kind: 'average' | 'rate') =>
  kind === 'rate'
    ? describeRate(cases)
    : `${cases.part.toLocaleString('en-US')} for ${cases.of.toLocaleString('en-US')}`;

/** A rate or an average as a tile, with its interval and a link to the rows of its denominator; words for too few cases. */
export const RateTile = <T,>({ label, icon, query, readCases, kind = 'rate', help, href }: Props<T>) => {
  const aside = <HowCounted of={label}>{help}</HowCounted>;
  const { data, error } = query;
  if (error)
    return (
      <FigureTile {...{ label, icon, aside }} shown={{ missing: label }}>
        <Text role="alert" color="negative" textStyle="small" marginBottom="1">
          {error.message}
        </Text>
        <Button size="sm" onClick={() => void query.refetch()}>
          Try again
        </Button>
      </FigureTile>
    );
  if (data === undefined && query.fetchStatus !== 'idle')
    return (
      <FigureTile {...{ label, icon, aside }} isBusy shown={{ missing: label }}>
        <Skeleton height="35px" width="96px" />
      </FigureTile>
    );
  const cases = data === undefined ? undefined : readCases(data);
  if (!cases)
    return (
      <FigureTile {...{ label, icon, aside }}>
        <Text textStyle="figure" color="textSubtle">
          –
        </Text>
      </FigureTile>
    );
  const isKnown = computeRate({ part: 0, of: cases.of }) !== undefined;
  const figure = toFigure(cases, kind);
  const shown = { figure: { label, value: figure, note: isKnown ? describe(cases, kind) : '' } };
  return (
    <FigureTile {...{ label, icon, aside, shown }}>
      <Text {...(isKnown ? { textStyle: 'figure' } : { color: 'textMuted' })}>
        {href === undefined || cases.of === 0 ? (
          figure
        ) : (
          <TextLink to={href} aria-label={`${label}: ${figure}`}>
            {figure}
          </TextLink>
        )}
      </Text>
      {isKnown && (
        <Text mt="1" textStyle="small" color="textMuted">
          {describe(cases, kind)}
        </Text>
      )}
    </FigureTile>
  );
};
