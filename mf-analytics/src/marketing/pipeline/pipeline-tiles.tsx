import type { CallData, Calls } from '@readerlens/contract/client';
import { formatAmountShare, formatAverage, formatAverageAmount } from '@readerlens/contract/marketing-rates';
import { Cell, FigureTile, StatTile } from '@readerlens/filters/dashboard';
import { Flex, HowCounted, PagePart, Span, Text, TextLink } from '@readerlens/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { BadgeCheck, CircleDollarSign, Clock, Handshake, Percent, Trophy } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatWholeMoney, noCurrency } from '../money.ts';
import { RateTile } from '../rate-tile.tsx';
import { dealsLink, helpTexts, withoutCurrency } from './pipeline.ts';

export type Summary = CallData<Calls['POST /api/marketing-performance/pipeline']>;
type Money = Summary['currencies'][number];

const icon = { size: 15, 'aria-hidden': true } as const;

interface Props {
  query: UseQueryResult<Summary>;
  before: Summary | undefined;
  address: string;
  /** The chosen currency of the amounts. */
  currency: string | null | undefined;
}

const findMoney = ({ currencies }: Summary, currency: string | null | undefined): Money | undefined =>
  currencies.find((each) => each.currency === currency) ?? currencies[0];

const writeCurrency = (currency: string | null): string => currency ?? withoutCurrency;

const withoutAmounts = 'No deal of the period has an amount.';

const AmountTile = ({
  data,
  kind,
  address,
  currency,
}: {
  data: Summary;
  kind: 'open' | 'won';
  address: string;
  currency: string | null | undefined;
}) => {
  const label = `Influenced ${kind} amount`;
  const money = findMoney(data, currency);
  const tile = {
    label,
    icon: kind === 'open' ? <CircleDollarSign {...icon} /> : <Trophy {...icon} />,
    aside: <HowCounted of={label}>{helpTexts.amounts}</HowCounted>,
  };
  if (!money)
    return (
      <FigureTile {...tile} shown={{ figure: { label, value: withoutAmounts, note: '' } }}>
        <Text color="textMuted">{withoutAmounts}</Text>
      </FigureTile>
    );
  const sum = money[kind];
  const figure = formatWholeMoney(sum.influencedCents, money.currency);
  const href = dealsLink(address, { outcome: kind, money: writeCurrency(money.currency) });
  const note = `${formatAmountShare({ part: sum.influencedCents, of: sum.cents }, sum.deals)} of ${formatWholeMoney(sum.cents, money.currency)} in ${sum.deals} ${kind} deals`;
  return (
    <FigureTile {...tile} shown={{ figure: { label, value: figure, note } }}>
      <Text textStyle="figure" fontSize="2xl">
        {sum.deals === 0 ? (
          figure
        ) : (
          <TextLink to={href} aria-label={`${label}: ${figure}, of ${sum.deals} ${kind} deals`}>
            {figure}
          </TextLink>
        )}
      </Text>
      <Text mt="1" textStyle="small" color="textMuted">
        {note}
      </Text>
    </FigureTile>
  );
};

const TwoSides = ({
  label,
  icon: shownIcon,
  help,
  sides,
}: {
  label: string;
  icon: ReactNode;
  help: string;
  sides: readonly { name: string; text: string; note: string; href: string | undefined }[];
}) => (
  <FigureTile label={label} icon={shownIcon} aside={<HowCounted of={label}>{help}</HowCounted>}>
    <Flex gap="6" wrap="wrap">
      {sides.map(({ name, text, note, href }) => (
        <div key={name}>
          <Text fontSize="lg" fontWeight="semibold">
            {href === undefined ? (
              text
            ) : (
              <TextLink to={href} aria-label={`${label}, ${name}: ${text}`}>
                {text}
              </TextLink>
            )}
          </Text>
          <PagePart read={() => ({ figure: { label: `${label}, ${name}`, value: text, note } })} />
          <Text textStyle="small" color="textMuted">
            {name}
            <Span display="block">{note}</Span>
          </Text>
        </div>
      ))}
    </Flex>
  </FigureTile>
);

/** Averages of influenced deals beside those of the others. */
const Averages = ({
  data,
  address,
  currency,
}: {
  data: Summary;
  address: string;
  currency: string | null | undefined;
}) => {
  const { rates } = data;
  const won = findMoney(data, currency)?.won;
  const moneyCurrency = findMoney(data, currency)?.currency ?? null;
  const formatSize = (part: number, of: number) =>
    formatAverageAmount({ part, of }, (cents) => formatWholeMoney(cents, moneyCurrency));
  const cycle = (cases: NonNullable<Summary['rates']>['influenced']) =>
    formatAverage({ part: cases.cycleDays, of: cases.cycleDeals });
  return (
    <>
      {rates && (
        <Cell span={6} mediumSpan={6}>
          <TwoSides
            label="Days from creation to won"
            icon={<Clock {...icon} />}
            help={helpTexts.cycle}
            sides={[
              {
                name: 'influenced',
                text: cycle(rates.influenced),
                note: `${rates.influenced.cycleDeals} deals`,
                href:
                  rates.influenced.cycleDeals > 0
                    ? dealsLink(address, { influence: 'influenced', outcome: 'won', dated: '1' })
                    : undefined,
              },
              {
                name: 'not influenced',
                text: cycle(rates.others),
                note: `${rates.others.cycleDeals} deals`,
                href:
                  rates.others.cycleDeals > 0
                    ? dealsLink(address, { influence: 'none', outcome: 'won', dated: '1' })
                    : undefined,
              },
            ]}
          />
        </Cell>
      )}
      {rates && won && (
        <Cell span={6} mediumSpan={6}>
          <TwoSides
            label="Size of won deals"
            icon={<CircleDollarSign {...icon} />}
            help={helpTexts.size}
            sides={[
              {
                name: 'influenced',
                text: formatSize(won.influencedCents, won.influencedDeals),
                note: `${won.influencedDeals} deals`,
                href:
                  won.influencedDeals > 0
                    ? dealsLink(address, {
                        influence: 'influenced',
                        outcome: 'won',
                        money: writeCurrency(moneyCurrency),
                      })
                    : undefined,
              },
              {
                name: 'not influenced',
                text: formatSize(won.cents - won.influencedCents, won.deals - won.influencedDeals),
                note: `${won.deals - won.influencedDeals} deals`,
                href:
                  won.deals > won.influencedDeals
                    ? dealsLink(address, {
                        influence: 'none',
                        outcome: 'won',
                        money: writeCurrency(moneyCurrency),
                      })
                    : undefined,
              },
            ]}
          />
        </Cell>
      )}
    </>
  );
};

export const PipelineTiles = ({ query, before, address, currency }: Props) => {
  const count = (
    label: string,
    help: string,
    read: (data: Summary) => number,
    href: string,
    Icon = Handshake,
  ) => (
    <Cell span={3} mediumSpan={6}>
      <StatTile {...{ label, help, query, before, href }} icon={<Icon {...icon} />} readValue={read} />
    </Cell>
  );
  const { data } = query;
  return (
    <>
      {count('Deals', helpTexts.deals, ({ deals }) => deals, dealsLink(address, {}))}
      {count(
        'Influenced deals',
        helpTexts.influenced,
        ({ influenced }) => influenced,
        dealsLink(address, { influence: 'influenced' }),
        BadgeCheck,
      )}
      {count(
        'Assisted deals',
        helpTexts.assisted,
        ({ assisted }) => assisted,
        dealsLink(address, { influence: 'assisted' }),
      )}
      {count(
        'Accelerated deals',
        helpTexts.accelerated,
        ({ accelerated }) => accelerated,
        dealsLink(address, { influence: 'accelerated' }),
      )}
      {data && (
        <>
          <Cell span={6} mediumSpan={6}>
            <AmountTile kind="open" {...{ data, address, currency }} />
          </Cell>
          <Cell span={6} mediumSpan={6}>
            <AmountTile kind="won" {...{ data, address, currency }} />
          </Cell>
        </>
      )}
      {data?.rates && (
        <>
          <Cell span={6} mediumSpan={6}>
            <RateTile
              label="Win rate of influenced deals"
              icon={<Percent {...icon} />}
              query={query}
              readCases={({ rates }) =>
                rates ? { part: rates.influenced.won, of: rates.influenced.closed } : undefined
              }
              help={helpTexts.winRate}
              href={dealsLink(address, { influence: 'influenced', outcome: 'closed' })}
            />
          </Cell>
          <Cell span={6} mediumSpan={6}>
            <RateTile
              label="Win rate of other deals"
              icon={<Percent {...icon} />}
              query={query}
              readCases={({ rates }) =>
                rates ? { part: rates.others.won, of: rates.others.closed } : undefined
              }
              help={helpTexts.winRate}
              href={dealsLink(address, { influence: 'none', outcome: 'closed' })}
            />
          </Cell>
        </>
      )}
      {data && <Averages {...{ data, address, currency }} />}
    </>
  );
};

/** The currencies to choose from: '' stands for none. */
export const listCurrencies = ({ currencies }: Summary) =>
  currencies.map(({ currency }) => ({
    value: writeCurrency(currency),
    label: currency ?? `Deals with ${noCurrency}`,
  }));
