import { useBlinded } from '@readerlens/auth/react';
import { activityTypeLabel } from '@readerlens/contract/vocabulary';
import { Box, Flex, Heading, LensMark, Span, Text, TextAnchor } from '@readerlens/ui';
import { ActivityTypeIcon, QualityBadge } from '../engagements-search/results/activity-badges.tsx';
import { webAddress } from '../engagements-search/results/engagement.ts';
import type { ActivityDetail } from '../specifics/specifics-sections.ts';
import { SpecificsView } from '../specifics/specifics-view.tsx';
import { useSpecifics } from '../specifics/use-specifics.ts';
import { readHelp } from './help.ts';
import { printStyle } from './print-style.ts';
import { SheetFact, SheetFacts, SheetPanel, StageMark } from './sheet-parts.tsx';

/** '{activity type} from {portal}'. */
export const activityTitle = ({ activityType, portal }: ActivityDetail): string =>
  `${activityTypeLabel[activityType]} from ${portal}`;

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
  useBlinded() ? address : <TextAnchor href={`mailto:${address}`}>{address}</TextAnchor>;

/** A name is one with both its halves. */
const ReaderDetails = ({ detail }: { detail: ActivityDetail }) => (
  <SheetPanel title="Reader Details">
    <SheetFacts>
      <SheetFact label="Name">
        {detail.firstName && detail.lastName && <Span fontWeight="semibold">{detail.fullName}</Span>}
      </SheetFact>
      <SheetFact label="Job title">{detail.jobTitle}</SheetFact>
      <SheetFact label="Company">{detail.company}</SheetFact>
      <SheetFact label="Email">{detail.email && <Email address={detail.email} />}</SheetFact>
      <SheetFact label="Address">{detail.formattedAddr}</SheetFact>
      <SheetFact label="Phone">{detail.phone}</SheetFact>
    </SheetFacts>
  </SheetPanel>
);

const outside = { target: '_blank', rel: 'noopener noreferrer' } as const;

const ContentTitle = ({ detail: { docTitle, portalUrl } }: { detail: ActivityDetail }) => {
  const href = webAddress(portalUrl);
  const title = docTitle && <Span fontWeight="semibold">{docTitle}</Span>;
  if (!href)
    return (
      <>
        {title}
        <Text textStyle="small">{portalUrl}</Text>
      </>
    );
  return (
    <>
      {title && (
        <Text>
          <TextAnchor href={href} {...outside}>
            {title}
          </TextAnchor>
        </Text>
      )}
      <Text textStyle="small" color="textMuted">
        {portalUrl}
      </Text>
    </>
  );
};

const EngagementDetails = ({ detail }: { detail: ActivityDetail }) => {
  const href = webAddress(detail.portalUrl);
  const origin = href && new URL(href).origin;
  return (
    <SheetPanel title="Engagement Details">
      <SheetFacts>
        <SheetFact label="Activity type">
          <ActivityTypeIcon type={detail.activityType} named />
        </SheetFact>
        <SheetFact label="Content title">
          {(detail.docTitle ?? detail.portalUrl) && <ContentTitle detail={detail} />}
        </SheetFact>
        <SheetFact label="Request received from">
          {origin && (
            <TextAnchor href={origin} {...outside}>
              {origin}
            </TextAnchor>
          )}
        </SheetFact>
        <SheetFact label="Buyer's journey">
          <Flex as="span" align="center" gap="2">
            <StageMark stage={detail.buyersJourneyBadge} />
            {detail.buyersJourneyName}
          </Flex>
        </SheetFact>
        <SheetFact label="Quality score">
          {detail.quality !== null && <QualityBadge quality={detail.quality} named />}
        </SheetFact>
      </SheetFacts>
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
      <TextAnchor href={`mailto:${email}`}>{email}</TextAnchor>
      <TextAnchor href={knowledgeBaseUrl} {...outside}>
        Knowledge Base
      </TextAnchor>
    </Flex>
  );
};

/** The printable sheet of one activity; what it says is what its PDF says. */
export const ActivitySheet = ({ detail }: { detail: ActivityDetail }) => (
  <Box
    as="article"
    aria-label={activityTitle(detail)}
    width="550px"
    maxWidth="100%"
    mx="auto"
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
