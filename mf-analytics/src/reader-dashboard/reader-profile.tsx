import { SubjectLink } from '@readerlens/filters';
import { useBlinded } from '@readerlens/auth/react';
import { figureQuery } from '@readerlens/filters/dashboard';
import type { DashboardSearch } from '@readerlens/filters/dashboard';
import { Box, Breakable, Card, Flex, SlotLinks, TextAnchor } from '@readerlens/ui';
import { FieldItem } from '@readerlens/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { profileAddress } from '../activity/web-address.ts';
import { describeSearch, readerActions } from '../slots.ts';
import { SeenError, SeenItems } from '../subject/seen-items.tsx';
import { FactColumns, SubjectFacts } from '../subject/subject-facts.tsx';
import { SubjectName } from '../subject/subject-name.tsx';
import type { ReaderInfo } from '../subject/subject.queries.ts';

const Contact = ({ reader }: { reader: ReaderInfo }) => {
  const blinded = useBlinded();
  const profile = profileAddress(reader.linkedIn);
  if (blinded) return null;
  return (
    <>
      <FieldItem label="Email">
        {reader.email && (
          <TextAnchor href={`mailto:${reader.email}`}>
            <Breakable>{reader.email}</Breakable>
          </TextAnchor>
        )}
      </FieldItem>
      <FieldItem label="LinkedIn">
        {profile && (
          <TextAnchor href={profile} target="_blank" rel="noopener noreferrer">
            Profile
          </TextAnchor>
        )}
      </FieldItem>
    </>
  );
};

interface Props {
  reader: ReaderInfo;
  /** Shown instead of the date of consent. */
  noConsent: string;
  search: DashboardSearch;
  /** The address names no reader. */
  isMostActive: boolean;
}

/** What is known about a reader; unknown fields are left out. */
export const ReaderProfile = ({ reader, noConsent, search, isMostActive }: Props) => {
  const { address, company, orgName } = reader;
  const organization = company ?? orgName;
  const call = 'POST /api/reader-dashboard/seen';
  const seen = useQuery(figureQuery(call, search, { body: { readerId: reader.id } }));
  return (
    <Card aria-label="Reader profile">
      <Flex columnGap="3" rowGap="2" align="flex-start" wrap="wrap">
        <Box flex="1 1 180px" minW="0">
          <SubjectName
            name={reader.name}
            detail={reader.jobTitle}
            mostActive={isMostActive ? 'reader' : undefined}
          />
        </Box>
        <Flex gap="2" wrap="wrap" maxW="100%">
          <SlotLinks
            size="sm"
            slot={readerActions}
            context={{ reader: reader.id, ...describeSearch(search.model) }}
          />
        </Flex>
      </Flex>
      <Box mt="3">
        <FactColumns>
          <SubjectFacts>
            <FieldItem label="Company">
              {organization && <SubjectLink to={reader.companyUrl}>{organization}</SubjectLink>}
            </FieldItem>
            <Contact reader={reader} />
          </SubjectFacts>
          <SubjectFacts>
            <FieldItem label="Address">
              {[address.state, address.country].filter(Boolean).join(', ')}
            </FieldItem>
            <FieldItem label="Phone">{address.phone}</FieldItem>
            {seen.error && !seen.data ? null : <SeenItems seen={seen.data} />}
            <FieldItem label="Client consent">
              {reader.clientConsent && reader.clientConsentUpdatedDate
                ? reader.clientConsentUpdatedDate
                : noConsent}
            </FieldItem>
          </SubjectFacts>
        </FactColumns>
      </Box>
      {seen.error && !seen.data && <SeenError error={seen.error} onRetry={() => void seen.refetch()} />}
    </Card>
  );
};
