import { readClientId } from '@readerlens/contract/explorer';
import { SubjectLink } from '@readerlens/filters';
import { readerPath } from '@readerlens/contract/readers';
import type { Viewer } from '@readerlens/auth/react';
import {
  Badge,
  Box,
  Breakable,
  Heading,
  LinkButton,
  PartLoadError,
  Skeleton,
  SlotLinks,
  Text,
  TextAnchor,
  styled,
} from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { countText, formatUtcDate, listState } from '@readerlens/ui/parts';
import { fromQuery, namedCatalogue, searchKey } from '@readerlens/filters/model';
import { activityPath } from '../../activity/activity-address.ts';
import { relatedPeriod } from '../../activity/related-period.ts';
import { SpecificsView } from '../../specifics/specifics-view.tsx';
import type { ActivityDetail } from '../../specifics/specifics.ts';
import { useSpecifics } from '../../specifics/specifics.ts';
import { detailQuery } from '../search.queries.ts';
import type { EngagementRow } from '../search.queries.ts';
import { ActivityTypeIcon, QualityBadge } from '../../activity/activity-badges.tsx';
import { describeSearch, readerActions } from '../../slots.ts';
import { DocumentLink } from '../../activity/document-link.tsx';
import { profileAddress } from '../../activity/web-address.ts';
import { formatEngagementTitle } from './engagement.ts';
import { detailId } from './row-buttons.tsx';

interface Props {
  row: EngagementRow;
  viewer: Viewer;
  /** The heading level: below the page's title in a table, below a card's title in a list of cards. */
  level: Level;
}

type Level = 'h2' | 'h3';

interface PartProps {
  detail: ActivityDetail;
  viewer: Viewer;
  level: Level;
}

const Facts = styled('dl', {
  base: {
    m: 0,
    display: 'grid',
    gridTemplateColumns: 'minmax(104px, max-content) minmax(0, 1fr)',
    columnGap: '4',
    rowGap: '1.5',
    '& dt': { color: 'textMuted' },
    '& dd': { m: 0, overflowWrap: 'anywhere' },
    // High enough to be hit, wherever a menu opens above it. The rows keep their height.
    '& dd a': { display: 'inline-block', py: '1', my: '-1' },
  },
});

const Fact = ({ name, children }: { name: string; children: ReactNode }) =>
  children === null || children === undefined || children === '' ? null : (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );

const Part = ({ title, level, children }: { title: string; level: Level; children: ReactNode }) => (
  <Box as="section" minW="0">
    <Heading as={level} textStyle="overline" color="textMuted" mb="2">
      {title}
    </Heading>
    {children}
  </Box>
);

const Email = ({ address, blinded }: { address: string | null; blinded: boolean }) =>
  address === null || blinded ? (
    address
  ) : (
    <TextAnchor href={`mailto:${address}`}>
      <Breakable>{address}</Breakable>
    </TextAnchor>
  );

const ReaderPart = ({ detail, viewer, level }: PartProps) => {
  const profile = profileAddress(detail.linkedInUrl);
  const filters = new URLSearchParams(useLocation().search).get(searchKey) ?? '';
  return (
    <Part title="Reader" level={level}>
      <Facts>
        <Fact name="Name">
          <SubjectLink to={readerPath(detail)} clientId={readClientId(detail.qualifiedId)}>
            {detail.fullName}
          </SubjectLink>
        </Fact>
        <Fact name="Job title">{detail.jobTitle}</Fact>
        <Fact name="Company">
          {detail.company && (
            <SubjectLink to={detail.readerCompanyUrl} clientId={readClientId(detail.qualifiedId)}>
              {detail.company}
            </SubjectLink>
          )}
        </Fact>
        <Fact name="Email">{detail.email && <Email address={detail.email} blinded={viewer.blinded} />}</Fact>
        <Fact name="Phone">{detail.phone}</Fact>
        <Fact name="Address">{detail.formattedAddr}</Fact>
        <Fact name="LinkedIn">
          {profile && (
            <TextAnchor href={profile} target="_blank" rel="noopener noreferrer">
              Profile
            </TextAnchor>
          )}
        </Fact>
        <Fact name="Privacy consent">{detail.consentToPrivacyDate}</Fact>
      </Facts>
      <SlotLinks
        size="sm"
        mt="3"
        slot={readerActions}
        about={detail.fullName}
        context={{ reader: detail.userId, ...describeSearch(fromQuery(filters, namedCatalogue).model) }}
      />
    </Part>
  );
};

const EngagementPart = ({ detail, level }: Omit<PartProps, 'viewer'>) => (
  <Part title="Engagement" level={level}>
    <Facts>
      <Fact name="Activity type">
        <ActivityTypeIcon type={detail.activityType} named />
      </Fact>
      <Fact name="Date">{formatUtcDate(detail.date)}</Fact>
      <Fact name="Document">
        <DocumentLink title={detail.docTitle} address={detail.portalUrl} />
      </Fact>
      <Fact name="Document type">{detail.docType}</Fact>
      <Fact name="Community">{detail.portal}</Fact>
      <Fact name="Client">{detail.advertiser}</Fact>
      <Fact name="Newsletter">{detail.newsletterName}</Fact>
      <Fact name="Buyer's journey">
        <Badge tone="accent">{detail.buyersJourneyName}</Badge>
      </Fact>
      <Fact name="Quality">{detail.quality !== null && <QualityBadge quality={detail.quality} named />}</Fact>
    </Facts>
  </Part>
);

/** What else the reader and the company did, with links to their dashboards. */
const Related = ({ detail, level }: Omit<PartProps, 'viewer'>) => {
  const { otherActivitiesForReaderCount: activities, otherReadersCount: readers } = detail;
  return (
    <Part title={relatedPeriod} level={level}>
      <Text>
        <SubjectLink to={readerPath(detail)} clientId={readClientId(detail.qualifiedId)}>
          {countText(activities, 'other activity of this reader', 'other activities of this reader')}
        </SubjectLink>
      </Text>
      <Text mt="1.5">
        <SubjectLink to={detail.readerCompanyUrl} clientId={readClientId(detail.qualifiedId)}>
          {countText(readers, 'other reader of this organization', 'other readers of this organization')}
        </SubjectLink>
      </Text>
    </Part>
  );
};

const Detail = ({ detail, viewer, level }: PartProps) => {
  const { isEmpty } = useSpecifics(detail);
  const { search } = useLocation();
  return (
    <Box
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(3, minmax(0, 1fr))' }}
      gap="6"
    >
      <ReaderPart {...{ detail, viewer, level }} />
      <EngagementPart {...{ detail, level }} />
      <Box display="grid" gap="5" alignContent="start">
        <Related {...{ detail, level }} />
        <LinkButton
          justifySelf="start"
          icon={<FileText size={15} aria-hidden="true" />}
          to={activityPath(detail.qualifiedId)}
          state={listState(search)}
        >
          Open activity
        </LinkButton>
        {!isEmpty && (
          <Box minW="0">
            <SpecificsView source={detail} level={level} />
          </Box>
        )}
      </Box>
    </Box>
  );
};

const Loading = () => (
  <Box as="output" aria-label="Loading details" aria-busy="true" display="grid" gap="2" width="100%">
    <Skeleton height="18px" maxW="420px" />
    <Skeleton height="18px" maxW="520px" />
    <Skeleton height="18px" maxW="360px" />
  </Box>
);

/** All details of one activity. They stay in view if the table is wider than the window. */
export const ActivityDetailPanel = ({ row, viewer, level }: Props) => {
  const { data, error, refetch } = useQuery(detailQuery({ type: row.activityType, id: row.id }, viewer));
  return (
    <Box
      as="section"
      id={detailId(row)}
      aria-label={`Details of ${formatEngagementTitle(row)}`}
      textStyle="small"
    >
      {data && <Detail detail={data} {...{ viewer, level }} />}
      {!data && !error && <Loading />}
      {!data && error && <PartLoadError part="The details" error={error} onRetry={() => void refetch()} />}
    </Box>
  );
};
