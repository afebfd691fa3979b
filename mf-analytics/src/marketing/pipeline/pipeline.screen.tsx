import { useUser } from '@readerlens/auth/react';
import { withoutCurrency } from '@readerlens/contract/marketing-figures';
import type { Pipeline as Summary } from '@readerlens/contract/marketing-figures';
import { sendOpportunitiesMessage, uploadOpportunitiesMessage } from '@readerlens/contract/marketing-words';
import { emptyPageWords } from '@readerlens/contract/marketing-pages';
import { isStaff } from '@readerlens/contract/vocabulary';
import { setParameter } from '@readerlens/filters';
import { Cell, DashboardGrid, useFigure } from '@readerlens/filters/dashboard';
import { listSelectedTerms } from '@readerlens/filters/model';
import {
  Banner,
  Box,
  EmptyState,
  SegmentedControl,
  SelectField,
  Stack,
  Text,
  TextLink,
  formatCount,
  useLatestSearch,
} from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import { Fragment } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useComparedSearch } from '../../dashboard/use-compared-search.ts';
import type { ComparedSearch } from '../../dashboard/use-compared-search.ts';
import { MarketingPage } from '../marketing-page.tsx';
import { PageChange } from '../page-change.tsx';
import { DealsList, WithoutDeals } from './deals-list.tsx';
import { CreditByTactic, StageFunnel, TouchWindows } from './pipeline-charts.tsx';
import { PipelineTiles, listCurrencies } from './pipeline-tiles.tsx';
import { basisOptions, dealsLink, usePipelineChoice } from './pipeline.ts';

const dataPath = '/performance/data';

/** The currency of the amounts, kept in the URL. The most frequent one by default. */
const useCurrency = (data: Summary | undefined) => {
  const { search } = useLocation();
  const latest = useLatestSearch();
  const navigate = useNavigate();
  const chosen = new URLSearchParams(search).get('currency');
  const known = data?.currencies.map(({ currency }) => currency ?? withoutCurrency) ?? [];
  const text = known.find((each) => each === chosen) ?? known[0];
  return {
    text,
    currency: text === undefined || text === withoutCurrency ? null : text,
    choose: (next: string) =>
      void navigate(
        { search: setParameter(latest(), 'currency', next) },
        { replace: true, preventScrollReset: true },
      ),
  };
};

/** Which input is missing, and who supplies it. */
const MissingDeals = ({ clientId }: { clientId: string | undefined }) => {
  const mayUpload = isStaff(useUser()?.role ?? 'Client');
  return (
    <EmptyState
      title={emptyPageWords.pipeline.upload}
      message={
        mayUpload
          ? `This page compares opportunities of the client with engagements. ${uploadOpportunitiesMessage}`
          : `This page compares your opportunities with engagements. ${sendOpportunitiesMessage}`
      }
      action={
        mayUpload && (
          <TextLink to={`${dataPath}${clientId === undefined ? '' : `?client=${clientId}`}`}>
            Upload opportunities
          </TextLink>
        )
      }
    />
  );
};

const uncertainWords = {
  ambiguous: 'have several possible ones',
  unmatched: 'have no organization',
} as const;

/** Deals without an organization, or with several possible ones; leads to them. */
const UncertainDeals = ({
  match,
  count,
  address,
}: {
  match: keyof typeof uncertainWords;
  count: number;
  address: string;
}) => (
  <TextLink to={dealsLink(address, { match })}>{`${formatCount(count)} ${uncertainWords[match]}`}</TextLink>
);

/** What keeps numbers from being complete. */
const InputNotes = ({
  data,
  clientId,
  address,
}: {
  data: Summary;
  clientId: string | undefined;
  address: string;
}) => {
  const mayUpload = isStaff(useUser()?.role ?? 'Client');
  const { unmappedStages, undatedCloses, deals } = data;
  const uncertain = (['unmatched', 'ambiguous'] as const).filter((match) => data[match] > 0);
  const link = mayUpload && (
    <TextLink to={`${dataPath}${clientId === undefined ? '' : `?client=${clientId}`}`}>
      Marketing data
    </TextLink>
  );
  return (
    <Stack gap="3">
      {unmappedStages.length > 0 && (
        <Banner tone="warning" shape="box" actions={link}>
          {`Rates are not shown: nobody has said yet whether these stages are open, won or lost: ${unmappedStages.join(', ')}.`}
          {!mayUpload && ' Please tell your contact.'}
        </Banner>
      )}
      {undatedCloses > 0 && (
        <Banner shape="box">
          {`${formatCount(undatedCloses)} won or lost deals have no closed day. Only engagements before their creation count.`}
        </Banner>
      )}
      {uncertain.length > 0 && (
        <Text textStyle="small" color="textMuted">
          {`Of ${countText(deals, 'deal')}, `}
          {uncertain.map((match, place) => (
            <Fragment key={match}>
              {place > 0 && ' and '}
              <UncertainDeals {...{ match, address }} count={data[match]} />
            </Fragment>
          ))}
          . They stay in every number, as not influenced.
        </Text>
      )}
    </Stack>
  );
};

interface ViewProps {
  compared: ComparedSearch;
  address: string;
}

const PipelineView = ({ compared, address }: ViewProps) => {
  const { search, previous } = compared;
  const { basis } = usePipelineChoice();
  const figure = useFigure(
    'POST /api/marketing-performance/pipeline',
    { search, previous },
    { body: { basis } },
  );
  const { data } = figure.query;
  const { text, currency, choose } = useCurrency(data);
  const clientId = listSelectedTerms(search.model.filters, 'Clients')[0]?.id;
  if (data?.uploaded === 0) return <MissingDeals clientId={clientId} />;
  const chart = { search, basis, address };
  return (
    <Stack gap="4">
      <Text color="textMuted">
        Influence is an association, not a cause. Deals overlap: assisted and accelerated ones must not be
        added.
      </Text>
      {data && <InputNotes {...{ data, clientId, address }} />}
      <PageChange
        {...{ compared }}
        page="pipeline"
        choice={{ basis }}
        link={({ name }, place) => dealsLink(place.address, { influence: 'influenced', stage: name })}
      />
      {data && data.currencies.length > 1 && (
        <Box maxW="260px">
          <SelectField
            label="Currency of amounts"
            value={text}
            options={listCurrencies(data)}
            onChange={({ target }) => choose(target.value)}
          />
        </Box>
      )}
      <DashboardGrid search={search}>
        <PipelineTiles query={figure.query} before={figure.before} address={address} currency={text} />
        <Cell span={6} mediumSpan={12}>
          <StageFunnel {...chart} />
        </Cell>
        <Cell span={6} mediumSpan={12}>
          <TouchWindows {...chart} />
        </Cell>
        {data && data.currencies.length > 0 && (
          <Cell span={12}>
            <CreditByTactic {...chart} currency={currency} />
          </Cell>
        )}
      </DashboardGrid>
      <DealsList {...{ search, basis }} />
      <WithoutDeals search={search} />
    </Stack>
  );
};

/** Which deals were preceded or accompanied by engagements of their organizations. */
export const PipelineScreen = () => {
  const compared = useComparedSearch({ hasYears: true });
  const { basis, setBasis } = usePipelineChoice();
  const { search: address } = useLocation();
  return (
    <MarketingPage
      page="pipeline"
      choice={{ basis, currency: new URLSearchParams(address).get('currency') ?? undefined }}
      compared={compared}
      tools={
        <SegmentedControl
          label="Deals by the day they were"
          options={basisOptions}
          value={basis}
          onChange={setBasis}
        />
      }
    >
      <PipelineView {...{ compared, address }} />
    </MarketingPage>
  );
};
