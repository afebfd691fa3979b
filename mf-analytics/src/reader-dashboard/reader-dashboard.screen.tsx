import { noConsentText } from '@readerlens/contract/explorer';
import { noAccessMessage } from '@readerlens/contract/messages';
import { figureQuery } from '@readerlens/filters/dashboard';
import type { Compared } from '@readerlens/filters/dashboard';
import { ChooseClient } from '@readerlens/filters/panel';
import { EmptyState, LoadError, Stack } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { ComparedHead } from '../dashboard/compared-head.tsx';
import { isEmail, readerOfAddress } from '../activity/subject-address.ts';
import { SubjectFailure, SubjectLoading } from '../subject/subject-states.tsx';
import { SubjectPicker } from '../subject/subject-picker.tsx';
import { readerQuery } from '../subject/subject.queries.ts';
import { useComparedSearch } from '../dashboard/use-compared-search.ts';
import { ReaderProfile } from './reader-profile.tsx';
import { ReaderView } from './reader.view.tsx';

/** Shown on the page of the most active reader, without a date of consent. */
const noConsentOfMostActive = 'No Consent';

interface ContentProps extends Compared {
  /** Id or e-mail. */
  reader: string;
  /** The address names no reader. */
  isMostActive?: boolean;
}

const ReaderContent = ({ search, previous, reader, isMostActive = false }: ContentProps) => {
  const { data, error, refetch } = useQuery(readerQuery(reader, search.viewer));
  if (error && !data) return <SubjectFailure what="reader" error={error} onRetry={() => void refetch()} />;
  if (!data) return <SubjectLoading what="reader" />;
  return (
    <Stack gap="4">
      <ReaderProfile
        reader={data}
        noConsent={isMostActive ? noConsentOfMostActive : noConsentText}
        search={search}
        isMostActive={isMostActive}
      />
      <ReaderView key={data.id} readerId={data.id} {...{ search, previous }} />
    </Stack>
  );
};

/** The reader with most engagements within the filters. */
const MostActiveReader = (props: Compared) => {
  const { data, error, refetch } = useQuery(
    figureQuery('POST /api/reader-dashboard/most-active-reader', props.search),
  );
  if (error)
    return (
      <LoadError refused={noAccessMessage('these readers')} error={error} onRetry={() => void refetch()} />
    );
  if (data === undefined) return <SubjectLoading what="reader" />;
  if (data === null) return <EmptyState />;
  return <ReaderContent {...props} reader={data.readerId} isMostActive />;
};

/** One reader, or the most active one: profile, figures and activities. */
export const ReaderDashboardScreen = () => {
  const reader = readerOfAddress(useParams().emailOrId);
  const compared = useComparedSearch({ namesSubject: reader !== undefined });
  const { search, previous, panel, needsClient } = compared;
  const content = () => {
    if (search.viewer.blinded && isEmail(reader))
      return (
        <EmptyState
          title="This reader cannot be shown in Blinded Mode"
          message="The address names the reader by email. Open the reader from a list instead."
        />
      );
    if (needsClient) return <ChooseClient panel={panel} />;
    return reader === undefined ? (
      <MostActiveReader {...{ search, previous }} />
    ) : (
      <ReaderContent key={reader} {...{ search, previous, reader }} />
    );
  };
  return (
    <>
      <ComparedHead
        title={reader === undefined ? 'Most Active Reader' : 'Reader Dashboard'}
        compared={compared}
      >
        <SubjectPicker what="reader" search={search} />
      </ComparedHead>
      {content()}
    </>
  );
};
