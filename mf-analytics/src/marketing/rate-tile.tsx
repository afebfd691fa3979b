import { writeCases } from '@readerlens/contract/marketing-figures';
import type { CasesTile } from '@readerlens/contract/marketing-figures';
import { computeRate } from '@readerlens/contract/marketing-rates';
import { FigureTile } from '@readerlens/filters/dashboard';
import { Button, HowCounted, Skeleton, Text, TextLink } from '@readerlens/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

interface Props<T> {
  /** What it says. */
  tile: CasesTile<T>;
  icon: ReactNode;
  query: UseQueryResult<T>;
  help: string;
  /** The list of what the rate divides by. */
  href?: string;
}

/** A rate or an average as a tile, with its interval and a link to the rows of its denominator; words for too few cases. */
export const RateTile = <T,>({ tile, icon, query, help, href }: Props<T>) => {
  const { label } = tile;
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
  if (data === undefined)
    return (
      <FigureTile {...{ label, icon, aside }} isBusy shown={{ missing: label }}>
        <Skeleton height="35px" width="96px" />
      </FigureTile>
    );
  const cases = tile.read(data);
  if (!cases)
    return (
      <FigureTile {...{ label, icon, aside }}>
        <Text textStyle="figure" color="textSubtle">
          –
        </Text>
      </FigureTile>
    );
  const isKnown = computeRate({ part: 0, of: cases.of }) !== undefined;
  const figure = writeCases(tile, cases);
  const { value, note } = figure;
  return (
    <FigureTile {...{ label, icon, aside }} shown={{ figure }}>
      <Text {...(isKnown ? { textStyle: 'figure' } : { color: 'textMuted' })}>
        {href === undefined || cases.of === 0 ? (
          value
        ) : (
          <TextLink to={href} aria-label={`${label}: ${value}`}>
            {value}
          </TextLink>
        )}
      </Text>
      {isKnown && (
        <Text mt="1" textStyle="small" color="textMuted">
          {note}
        </Text>
      )}
    </FigureTile>
  );
};
