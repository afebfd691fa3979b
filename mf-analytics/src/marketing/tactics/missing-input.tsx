import { useUser } from '@readerlens/auth/react';
import { isStaff } from '@readerlens/contract/vocabulary';
import {
  missingColumnMessage,
  sendOpportunitiesMessage,
  uploadByContactMessage,
  uploadByStaffMessage,
  uploadOpportunitiesMessage,
  withoutOpportunitiesMessage,
} from '@readerlens/contract/marketing-words';
import { listSelectedTerms } from '@readerlens/filters/model';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { Banner, EmptyState, TextLink } from '@readerlens/ui';

interface Props {
  search: DashboardSearch;
  /** What is uploaded, as in the address of the page for uploads. */
  kind: string;
}

/** The page for uploads of the chosen client; undefined for those who may not upload. */
const useUploadLink = ({ search, kind }: Props): string | undefined => {
  const mayUpload = isStaff(useUser()?.role ?? 'Client');
  const clientId = listSelectedTerms(search.model.filters, 'Clients')[0]?.id;
  if (!mayUpload) return undefined;
  return `/performance/data?${clientId === undefined ? '' : `client=${clientId}&`}kind=${kind}`;
};

/** Which input is missing, and who supplies it. */
export const MissingInput = ({ title, what, ...props }: Props & { title: string; what: string }) => {
  const link = useUploadLink(props);
  return (
    <EmptyState
      title={title}
      message={link === undefined ? uploadByContactMessage(what) : uploadByStaffMessage(what)}
      action={link !== undefined && <TextLink to={link}>{`Upload ${props.kind}`}</TextLink>}
    />
  );
};

/** That a page has no influenced pipeline, and who supplies what it needs. */
export const MissingOpportunities = ({ search }: Pick<Props, 'search'>) => {
  const link = useUploadLink({ search, kind: 'opportunities' });
  return (
    <Banner shape="box" actions={link !== undefined && <TextLink to={link}>Upload opportunities</TextLink>}>
      {`${withoutOpportunitiesMessage} ${link === undefined ? sendOpportunitiesMessage : uploadOpportunitiesMessage}`}
    </Banner>
  );
};

/** Which column is missing for a figure. */
export const MissingColumn = ({ figure, field, ...props }: Props & { figure: string; field: string }) => {
  const link = useUploadLink(props);
  return (
    <Banner
      shape="box"
      actions={link !== undefined && <TextLink to={link}>{`Upload ${props.kind}`}</TextLink>}
    >
      {`${figure}: ${missingColumnMessage(field)}`}
    </Banner>
  );
};
