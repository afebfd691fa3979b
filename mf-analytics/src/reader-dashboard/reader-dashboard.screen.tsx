import { ApiError } from '@readerlens/auth';
import { useBlinded } from '@readerlens/auth/react';
import { noConsentText } from '@readerlens/contract/explorer';
import { useAreaSearch, useUrlChoice } from '@readerlens/filters';
import { previousModel } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import {
  ChooseClient,
  FilterChips,
  FiltersButton,
  SearchNote,
  useFilterPanel,
} from '@readerlens/filters/panel';
import { EmptyState, LoadError, PageHeader, Stack, Switch } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { countEngagements } from '../performance-overview/overview.queries.ts';
import { isEmail, readerOfAddress } from './reader-address.ts';
import { ReaderProfile, ReaderProfileLoading } from './reader-profile.tsx';
import { mostActiveReaderQuery, readerQuery } from './reader.queries.ts';
import { ReaderView } from './reader.view.tsx';

const comparisons: ['none', 'previous'] = ['none', 'previous'];

/** Shown on the page of the most active reader, without a date of consent. */
const noConsentOfMostActive = 'No Consent';

interface ContentProps {
  search: DashboardSearch;
  previous: DashboardSearch | undefined;
  /** Id or e-mail. */
  reader: string;
  noConsent: string;
}

const Failure = ({ error, onRetry }: { error: Error; onRetry: () => void }) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400) ? (
    <EmptyState title="There is no such reader." message={null} />
  ) : (
    <LoadError refused="You do not have access to this reader" {...{ error, onRetry }} />
  );

const ReaderContent = ({ search, previous, reader, noConsent }: ContentProps) => {
  const viewer = { userId: search.userId, blinded: search.blinded };
  const { data, error, refetch } = useQuery(readerQuery(reader, viewer));
  if (!data)
    return error ? <Failure error={error} onRetry={() => void refetch()} /> : <ReaderProfileLoading />;
  return (
    <Stack gap="4">
      <ReaderProfile reader={data} noConsent={noConsent} />
      <ReaderView key={data.id} readerId={data.id} {...{ search, previous }} />
    </Stack>
  );
};

/** The reader with most engagements within the filters. */
const MostActiveReader = (props: Omit<ContentProps, 'noConsent' | 'reader'>) => {
  const { data, error, refetch } = useQuery(mostActiveReaderQuery(props.search));
  if (error)
    return (
      <LoadError
        refused="You do not have access to these readers"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <ReaderProfileLoading />;
  if (data === null) return <EmptyState />;
  return <ReaderContent {...props} reader={data.readerId} noConsent={noConsentOfMostActive} />;
};

/** One reader, or the most active one: profile, figures and activities. */
export const ReaderDashboardScreen = () => {
  const reader = readerOfAddress(useParams().emailOrId);
  const current = useAreaSearch();
  const panel = useFilterPanel(current, { countMatches: countEngagements });
  const blinded = useBlinded();
  const [compare, setCompare] = useUrlChoice('compare', comparisons);
  const { model, user, hasClients, now } = current;
  const search = { model, userId: user?.id, blinded, hasClients };
  const before = useMemo(() => previousModel(model, now), [model, now]);
  const previous = compare === 'previous' && before ? { ...search, model: before } : undefined;
  const content = () => {
    if (blinded && isEmail(reader))
      return (
        <EmptyState
          title="This reader cannot be shown in Blinded Mode"
          message="The address names the reader by email. Open the reader from a list instead."
        />
      );
    if (user && !hasClients) return <ChooseClient panel={panel} />;
    return reader === undefined ? (
      <MostActiveReader {...{ search, previous }} />
    ) : (
      <ReaderContent key={reader} {...{ search, previous, reader }} noConsent={noConsentText} />
    );
  };
  return (
    <>
      <PageHeader
        title={reader === undefined ? 'Most Active Reader' : 'Reader Dashboard'}
        filters={<FilterChips panel={panel} />}
        actions={
          <>
            <Switch
              label="Compare with previous period"
              checked={compare === 'previous'}
              disabled={!before}
              onCheckedChange={(on) => setCompare(on ? 'previous' : 'none')}
            />
            <FiltersButton panel={panel} />
          </>
        }
      />
      <SearchNote controls={current} />
      {content()}
    </>
  );
};
