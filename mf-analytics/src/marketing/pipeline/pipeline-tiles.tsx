import {
  compareCycles,
  compareSizes,
  cycleLabel,
  findAmounts,
  noCurrency,
  pipelineTiles as tiles,
  sizeLabel,
  writeAmount,
  writeAverage,
  writeCurrency,
} from '@readerlens/contract/marketing-figures';
import type { ComparedAverage, Pipeline as Summary } from '@readerlens/contract/marketing-figures';
import { Cell, FigureTile } from '@readerlens/filters/dashboard';
import { Flex, HowCounted, PagePart, Span, Text, TextLink } from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import type { UseQueryResult } from '@tanstack/react-query';
import { BadgeCheck, CircleDollarSign, Clock, Handshake, Percent, Trophy } from 'lucide-react';
import type { ReactNode } from 'react';
import { TileCell } from '../tile-cell.tsx';
import { dealsLink, helpTexts } from './pipeline.ts';

const icon = { size: 15, 'aria-hidden': true } as const;

interface Props {
  query: UseQueryResult<Summary>;
  before: Summary | undefined;
  address: string;
  /** The chosen currency of the amounts, as in the address. */
  currency: string | undefined;
}

const AmountTile = ({
  data,
  kind,
  address,
  currency,
}: {
  data: Summary;
  kind: 'open' | 'won';
  address: string;
  currency: string | undefined;
}) => {
  const { money, ...shown } = writeAmount(data, kind, currency);
  const { label, value, note } = shown;
  const tile = {
    label,
    icon: kind === 'open' ? <CircleDollarSign {...icon} /> : <Trophy {...icon} />,
    aside: <HowCounted of={label}>{helpTexts.amounts}</HowCounted>,
    shown: { figure: shown },
  };
  if (!money)
    return (
      <FigureTile {...tile}>
        <Text color="textMuted">{value}</Text>
      </FigureTile>
    );
  const { deals } = money[kind];
  const href = dealsLink(address, { outcome: kind, money: writeCurrency(money.currency) });
  return (
    <FigureTile {...tile}>
      <Text textStyle="figure" fontSize="2xl">
        {deals === 0 ? (
          value
        ) : (
          <TextLink to={href} aria-label={`${label}: ${value}, of ${countText(deals, `${kind} deal`)}`}>
            {value}
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
  sides: readonly (ComparedAverage & { readonly href: string | undefined })[];
}) => (
  <FigureTile label={label} icon={shownIcon} aside={<HowCounted of={label}>{help}</HowCounted>}>
    <Flex gap="6" wrap="wrap">
      {sides.map(({ href, ...side }) => {
        const { name, text, note } = side;
        return (
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
            <PagePart read={() => ({ figure: writeAverage(label, side) })} />
            <Text textStyle="small" color="textMuted">
              {name}
              <Span display="block">{note}</Span>
            </Text>
          </div>
        );
      })}
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
  currency: string | undefined;
}) => {
  const money = findAmounts(data, currency);
  const link = (side: ComparedAverage, limits: Parameters<typeof dealsLink>[1]) => ({
    ...side,
    href:
      side.deals > 0
        ? dealsLink(address, {
            influence: side.name === 'influenced' ? 'influenced' : 'none',
            outcome: 'won',
            ...limits,
          })
        : undefined,
  });
  const cycles = compareCycles(data).map((side) => link(side, { dated: '1' }));
  const sizes = compareSizes(data, currency).map((side) =>
    link(side, { money: writeCurrency(money?.currency ?? null) }),
  );
  return (
    <>
      {cycles.length > 0 && (
        <Cell span={6} mediumSpan={6}>
          <TwoSides label={cycleLabel} icon={<Clock {...icon} />} help={helpTexts.cycle} sides={cycles} />
        </Cell>
      )}
      {sizes.length > 0 && (
        <Cell span={6} mediumSpan={6}>
          <TwoSides
            label={sizeLabel}
            icon={<CircleDollarSign {...icon} />}
            help={helpTexts.size}
            sides={sizes}
          />
        </Cell>
      )}
    </>
  );
};

export const PipelineTiles = ({ query, before, address, currency }: Props) => {
  const { data } = query;
  const figure = { query, before };
  return (
    <>
      <TileCell
        tile={tiles.deals}
        Icon={Handshake}
        help={helpTexts.deals}
        href={dealsLink(address, {})}
        {...figure}
      />
      <TileCell
        tile={tiles.influenced}
        Icon={BadgeCheck}
        help={helpTexts.influenced}
        href={dealsLink(address, { influence: 'influenced' })}
        {...figure}
      />
      <TileCell
        tile={tiles.assisted}
        Icon={Handshake}
        help={helpTexts.assisted}
        href={dealsLink(address, { influence: 'assisted' })}
        {...figure}
      />
      <TileCell
        tile={tiles.accelerated}
        Icon={Handshake}
        help={helpTexts.accelerated}
        href={dealsLink(address, { influence: 'accelerated' })}
        {...figure}
      />
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
          <TileCell
            span={6}
            tile={tiles.winRate}
            Icon={Percent}
            query={query}
            help={helpTexts.winRate}
            href={dealsLink(address, { influence: 'influenced', outcome: 'closed' })}
          />
          <TileCell
            span={6}
            tile={tiles.otherWinRate}
            Icon={Percent}
            query={query}
            help={helpTexts.winRate}
            href={dealsLink(address, { influence: 'none', outcome: 'closed' })}
          />
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
