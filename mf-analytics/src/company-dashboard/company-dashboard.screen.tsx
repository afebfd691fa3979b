import { noAccessMessage } from '@readerlens/contract/messages';
import { figureQuery } from '@readerlens/filters/dashboard';
import type { Compared } from '@readerlens/filters/dashboard';
import { ChooseClient } from '@readerlens/filters/panel';
import { EmptyState, LoadError, SlotWidgets, Stack } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { ComparedHead } from '../dashboard/compared-head.tsx';
import { companyOfAddress, companyPathOfId } from '../activity/subject-address.ts';
import type { CompanyAddress } from '../activity/subject-address.ts';
import { describeSearch, organizationCards } from '../slots.ts';
import { SubjectFailure, SubjectLoading } from '../subject/subject-states.tsx';
import { SubjectPicker } from '../subject/subject-picker.tsx';
import { useSubjectTitle } from '../subject/use-subject-title.ts';
import { readerOrgQuery } from '../subject/subject.queries.ts';
import type { ReaderOrg } from '../subject/subject.queries.ts';
import { useComparedSearch } from '../dashboard/use-compared-search.ts';
import { CompanyHead } from './company-head.tsx';
import { CompanyView } from './company.view.tsx';

interface ContentProps extends Compared {
  org: ReaderOrg;
  /** The address names no organization. */
  isMostActive?: boolean;
}

const CompanyContent = ({ org, search, previous, isMostActive = false }: ContentProps) => (
  <Stack gap="4">
    <CompanyHead {...{ org, search, isMostActive }} />
    <CompanyView key={org.id} orgId={org.id} {...{ search, previous }} />
    <SlotWidgets
      key={`cards of ${org.id}`}
      slot={organizationCards}
      context={{ organization: org.id, ...describeSearch(search.model) }}
    />
  </Stack>
);

const NamedCompany = ({ orgId, ...props }: Compared & { orgId: string }) => {
  const { data, error, refetch } = useQuery(readerOrgQuery(orgId, props.search.viewer));
  if (data) return <CompanyContent org={data} {...props} />;
  return error ? (
    <SubjectFailure what="organization" error={error} onRetry={() => void refetch()} />
  ) : (
    <SubjectLoading what="company" />
  );
};

/** The organization with most engagements within the filters. */
const MostActiveCompany = (props: Compared) => {
  const { data, error, refetch } = useQuery(
    figureQuery('POST /api/reader-co-dashboard/most-active-org', props.search),
  );
  if (error)
    return (
      <LoadError
        refused={noAccessMessage('these organizations')}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <SubjectLoading what="company" />;
  return data === null ? <EmptyState /> : <CompanyContent org={data} isMostActive {...props} />;
};

/** A company whose reader entered a name that belongs to no organization. */
const UnknownCompany = ({ address, blinded }: { address: CompanyAddress; blinded: boolean }) => {
  const name = blinded ? undefined : (address.company ?? address.orgName);
  useSubjectTitle(name);
  return (
    <EmptyState
      title={name ?? 'This organization cannot be shown'}
      message="No organization is known by this name."
    />
  );
};

/** One organization, or the most active one: profile, figures and activities. */
export const CompanyDashboardScreen = () => {
  const address = companyOfAddress(useParams());
  const { search: parameters } = useLocation();
  const compared = useComparedSearch({ namesSubject: address !== undefined });
  const { search, previous, panel, needsClient } = compared;
  const { blinded } = search.viewer;
  // Names must not stay in the address, which is logged and shared. The organization's id is enough.
  if (blinded && address?.orgId && (address.company ?? address.orgName) !== undefined)
    return <Navigate replace to={`${companyPathOfId(address.orgId)}${parameters}`} />;
  const content = () => {
    if (address && address.orgId === undefined) return <UnknownCompany {...{ address, blinded }} />;
    if (needsClient) return <ChooseClient panel={panel} />;
    return address?.orgId === undefined ? (
      <MostActiveCompany {...{ search, previous }} />
    ) : (
      <NamedCompany key={address.orgId} orgId={address.orgId} {...{ search, previous }} />
    );
  };
  return (
    <>
      <ComparedHead title={address ? 'Company Dashboard' : 'Most Active Company'} compared={compared}>
        <SubjectPicker what="organization" search={search} />
      </ComparedHead>
      {content()}
    </>
  );
};
