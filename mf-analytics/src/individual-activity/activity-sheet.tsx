import { readClientId } from '@readerlens/contract/explorer';
import { SubjectLink } from '@readerlens/filters';
import { useBlinded } from '@readerlens/auth/react';
import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import { readerPath } from '@readerlens/contract/readers';
import { Box, Breakable, Flex, Heading, LensMark, Span, Text, TextAnchor, cssColor } from '@readerlens/ui';
import { FieldItem, FieldList } from '@readerlens/ui/parts';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { ActivityTypeIcon, QualityBadge } from '../activity/activity-badges.tsx';
import { webAddress } from '../activity/web-address.ts';
import { SpecificsView } from '../specifics/specifics-view.tsx';
import type { ActivityDetail } from '../specifics/specifics.ts';
import { useSpecifics } from '../specifics/specifics.ts';
import { readHelp } from './help.ts';
import { printStyle } from './print-style.ts';

/** '{activity type} from {portal}'. */
export const activityTitle = ({ activityType, portal }: ActivityDetail): string =>
  `${activityTypeLabel[activityType]} from ${portal}`;

/** A section of the sheet with its heading. */
const SheetPanel = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <Box as="section" aria-labelledby={id} mt="6">
      <Heading id={id} color="accentText" pb="1.5" mb="3" borderBottomWidth="1px">
        {title}
      </Heading>
      {children}
    </Box>
  );
};

const steps = { Early: 1, Middle: 2, Late: 3, Unclassified: 0 } as const;

/** The buyer's journey stage as three dots, filled up to the stage. */
const StageMark = ({ stage }: { stage: keyof typeof steps }) => (
  <svg width="26" height="8" viewBox="0 0 26 8" aria-hidden="true">
    {[0, 1, 2].map((step) => (
      <circle
        key={step}
        cx={4 + step * 9}
        cy="4"
        r="3.4"
        fill={cssColor(step < steps[stage] ? 'accent' : 'borderStrong')}
      />
    ))}
  </svg>
);

const longDate = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: '2-digit',
  year: 'numeric',
  timeZone: 'UTC',
});

const Head = ({ detail }: { detail: ActivityDetail }) => (
  <Box as="header">
    <Flex align="center" gap="2" pb="3" borderBottomWidth="2px" borderColor="accent">
      <LensMark />
      <Span fontWeight="semibold" textStyle="lead" letterSpacing="-0.035em" flex="1">
        Readerlens
      </Span>
      <time dateTime={detail.date}>
        <Span color="textMuted" textStyle="small">
          {longDate.format(new Date(detail.date))}
        </Span>
      </time>
    </Flex>
    <Heading as="h2" textStyle="page" mt="4" overflowWrap="anywhere">
      {activityTitle(detail)}
    </Heading>
  </Box>
);

const Email = ({ address }: { address: string }) =>
  useBlinded() ? (
    address
  ) : (
    <TextAnchor href={`mailto:${address}`}>
      <Breakable>{address}</Breakable>
    </TextAnchor>
  );

/** The name shows only when both its parts are known. */
const ReaderDetails = ({ detail }: { detail: ActivityDetail }) => (
  <SheetPanel title="Reader Details">
    <FieldList>
      <FieldItem label="Name">
        {detail.firstName && detail.lastName && (
          <Span fontWeight="semibold">
            <SubjectLink to={readerPath(detail)} clientId={readClientId(detail.qualifiedId)}>
              {detail.fullName}
            </SubjectLink>
          </Span>
        )}
      </FieldItem>
      <FieldItem label="Job title">{detail.jobTitle}</FieldItem>
      <FieldItem label="Company">
        {detail.company && (
          <SubjectLink to={detail.readerCompanyUrl} clientId={readClientId(detail.qualifiedId)}>
            {detail.company}
          </SubjectLink>
        )}
      </FieldItem>
      <FieldItem label="Email">{detail.email && <Email address={detail.email} />}</FieldItem>
      <FieldItem label="Address">{detail.formattedAddr}</FieldItem>
      <FieldItem label="Phone">{detail.phone}</FieldItem>
    </FieldList>
  </SheetPanel>
);

const newTab = { target: '_blank', rel: 'noopener noreferrer' } as const;

const ContentTitle = ({ detail: { docTitle, portalUrl } }: { detail: ActivityDetail }) => {
  const href = webAddress(portalUrl);
  const title = <Span fontWeight="semibold">{docTitle}</Span>;
  if (!href)
    return (
      <>
        {title}
        <Text textStyle="small">{portalUrl}</Text>
      </>
    );
  return (
    <>
      <Text>
        <TextAnchor href={href} {...newTab}>
          {title}
        </TextAnchor>
      </Text>
      <Text textStyle="small" color="textMuted">
        {portalUrl && <Breakable>{portalUrl}</Breakable>}
      </Text>
    </>
  );
};

const EngagementDetails = ({ detail }: { detail: ActivityDetail }) => {
  const href = webAddress(detail.portalUrl);
  const origin = href && new URL(href).origin;
  return (
    <SheetPanel title="Engagement Details">
      <FieldList>
        <FieldItem label="Activity type">
          <ActivityTypeIcon type={detail.activityType} named />
        </FieldItem>
        <FieldItem label="Content title">
          <ContentTitle detail={detail} />
        </FieldItem>
        <FieldItem label="Request received from">
          {origin && (
            <TextAnchor href={origin} {...newTab}>
              <Breakable>{origin}</Breakable>
            </TextAnchor>
          )}
        </FieldItem>
        <FieldItem label="Buyer's journey">
          <Flex as="span" align="center" gap="2">
            <StageMark stage={detail.buyersJourneyBadge} />
            {detail.buyersJourneyName}
          </Flex>
        </FieldItem>
        <FieldItem label="Quality score">
          {detail.quality !== null && <QualityBadge quality={detail.quality} named />}
        </FieldItem>
      </FieldList>
    </SheetPanel>
  );
};

const Specifics = ({ detail }: { detail: ActivityDetail }) =>
  useSpecifics(detail).isEmpty ? null : (
    <SheetPanel title="Specifics">
      <SpecificsView source={detail} isTitled />
    </SheetPanel>
  );

const Foot = () => {
  const { email, knowledgeBaseUrl } = readHelp();
  return (
    <Flex
      as="footer"
      wrap="wrap"
      columnGap="4"
      rowGap="1"
      mt="8"
      pt="3"
      borderTopWidth="1px"
      textStyle="small"
    >
      <Span fontWeight="semibold" color="textMuted">
        Need help?
      </Span>
      <TextAnchor href={`mailto:${email}`}>
        <Breakable>{email}</Breakable>
      </TextAnchor>
      <TextAnchor href={knowledgeBaseUrl} {...newTab}>
        Knowledge Base
      </TextAnchor>
    </Flex>
  );
};

/** The printable sheet of one activity, with the same content as its PDF. */
export const ActivitySheet = ({ detail }: { detail: ActivityDetail }) => (
  <Box
    as="article"
    aria-label={activityTitle(detail)}
    width="550px"
    maxWidth="100%"
    px={{ base: '4', sm: '7' }}
    py={{ base: '4', sm: '6' }}
    background="surface"
    borderWidth="1px"
    borderRadius="lg"
    boxShadow="sm"
    css={printStyle}
  >
    <Head detail={detail} />
    <ReaderDetails detail={detail} />
    <EngagementDetails detail={detail} />
    <Specifics detail={detail} />
    <Foot />
  </Box>
);
