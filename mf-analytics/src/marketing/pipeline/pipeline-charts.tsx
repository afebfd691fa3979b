import type { CallData, Calls } from '@readerlens/contract/client';
import { creditModels } from '@readerlens/contract/marketing-pipeline';
import type { CreditModel, DealBasis } from '@readerlens/contract/marketing-pipeline';
import { formatRate } from '@readerlens/contract/marketing-rates';
import { figureQuery, useQueryChart } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { HowCounted, SegmentedControl, SelectField, formatCount } from '@readerlens/ui';
import { ChartCard, barsView, pairedBarsView } from '@readerlens/ui/charts';
import type { ChartView } from '@readerlens/ui/charts';
import { useQuery } from '@tanstack/react-query';
import { withColumns } from '../chart-columns.ts';
import { formatMoney, withoutCurrency } from '@readerlens/contract/marketing-figures';
import {
  dealsLink,
  modelLabels,
  nameWindow,
  outcomeLabels,
  tacticLabels,
  useCreditChoice,
} from './pipeline.ts';

interface Props {
  search: DashboardSearch;
  basis: DealBasis;
  address: string;
}

type Stages = CallData<Calls['POST /api/marketing-performance/pipeline/by-stage']>;
type Windows = CallData<Calls['POST /api/marketing-performance/pipeline/touches']>;
type Credits = CallData<Calls['POST /api/marketing-performance/pipeline/credits']>;

const deals = { one: 'deal', many: 'deals' };

const stagesView = (stages: Stages, address: string): ChartView =>
  withColumns(
    pairedBarsView(
      stages.map(({ stage, deals: all, influenced, outcome }) => ({
        name:
          outcome === null
            ? `${stage} (no meaning yet)`
            : `${stage} (${outcomeLabels[outcome].toLowerCase()})`,
        values: [all, influenced],
        hrefs: [
          all > 0 ? dealsLink(address, { stage }) : undefined,
          influenced > 0 ? dealsLink(address, { stage, influence: 'influenced' }) : undefined,
        ],
      })),
      { unit: deals, of: 'Stage', series: ['All deals', 'Influenced deals'] },
    ),
    ['All deals', 'Influenced deals', 'Share influenced'],
    stages.map((row) => [
      formatCount(row.deals),
      formatCount(row.influenced),
      formatRate({ part: row.influenced, of: row.deals }),
    ]),
  );

export const StageFunnel = ({ search, basis, address }: Props) => {
  const query = useQuery(
    figureQuery('POST /api/marketing-performance/pipeline/by-stage', search, { body: { basis } }),
  );
  const title = 'Deals By Stage';
  return (
    <ChartCard
      title={title}
      note="Influenced deals are among all deals. The table has their share."
      actions={
        <HowCounted of={title}>
          The stage of each deal in the last upload. Open stages come first, the largest of them on top; then
          won and lost ones. Influenced deals are assisted or accelerated. No share for fewer than ten deals.
        </HowCounted>
      }
      {...useQueryChart(query, (data) => stagesView(data, address))}
    />
  );
};

const windowsView = (windows: Windows, address: string): ChartView =>
  withColumns(
    barsView(
      windows.map(({ from, deals: value }) => ({
        name: nameWindow(from),
        value,
        href: value > 0 ? dealsLink(address, { window: from }) : undefined,
      })),
      { unit: deals, of: 'Days from the creation', additive: false },
    ),
    ['Deals', 'Touches'],
    windows.map((row) => [formatCount(row.deals), formatCount(row.touches)]),
  );

export const TouchWindows = ({ search, basis, address }: Props) => {
  const query = useQuery(
    figureQuery('POST /api/marketing-performance/pipeline/touches', search, { body: { basis } }),
  );
  const title = 'Touches Around The Creation Of Deals';
  return (
    <ChartCard
      title={title}
      note="Deals with a touch in each 30 days before and after they were created. A deal can be in several."
      actions={
        <HowCounted of={title}>
          A touch is one reader with one document or event for one deal, on the day of the first engagement,
          before the deal closed. The table has the number of touches.
        </HowCounted>
      }
      {...useQueryChart(query, (data) => windowsView(data, address))}
    />
  );
};

interface CreditProps extends Props {
  currency: string | null;
}

const creditsView = (
  credits: Credits,
  currency: string | null,
  link: (row: Credits[number]) => string,
): ChartView => {
  const own = credits.filter((row) => row.currency === currency).toSorted((a, b) => b.cents - a.cents);
  const name = currency ?? 'units without a currency';
  return withColumns(
    barsView(
      own.map((row) => ({
        name: tacticLabels[row.tactic],
        value: Math.round(row.cents / 100),
        href: link(row),
      })),
      { unit: { one: name, many: name }, of: 'Tactic' },
    ),
    ['Credit', 'Deals', 'Touches'],
    own.map((row) => [formatMoney(row.cents, currency), formatCount(row.deals), formatCount(row.touches)]),
  );
};

export const CreditByTactic = ({ search, basis, address, currency }: CreditProps) => {
  const { model, setModel, isByTouch, setByTouch } = useCreditChoice();
  const creditBasis = isByTouch ? 'touch' : basis;
  const query = useQuery(
    figureQuery('POST /api/marketing-performance/pipeline/credits', search, {
      body: { basis: creditBasis, model },
    }),
  );
  const title = 'Credit By Tactic';
  const money = currency ?? withoutCurrency;
  const link = ({ tactic }: Credits[number]) =>
    dealsLink(address, { tactic, money, ...(isByTouch ? { by: 'touch' as const } : {}) });
  return (
    <ChartCard
      title={title}
      note={`${modelLabels[model]}. Open and won deals, in ${currency ?? 'deals without a currency'}. Association, not cause.`}
      actions={
        <>
          <SelectField
            label="Model of credits"
            hideLabel
            value={model}
            options={creditModels.map((value) => ({ value, label: modelLabels[value] }))}
            onChange={({ target }) => {
              const { value } = target;
              const found: CreditModel | undefined = creditModels.find((each) => each === value);
              if (found) setModel(found);
            }}
          />
          <SegmentedControl
            label="Credits of"
            options={[
              { value: 'deal', label: 'Deals' },
              { value: 'touch', label: 'Touches' },
            ]}
            value={isByTouch ? 'touch' : 'deal'}
            onChange={setByTouch}
          />
          <HowCounted of={title}>
            The whole amount of a deal is divided among its touches, to the cent. By touches, only those of
            the period are counted, whenever their deals were created. Credits of several models must not be
            added.
          </HowCounted>
        </>
      }
      {...useQueryChart(query, (data) => creditsView(data, currency, link))}
    />
  );
};
