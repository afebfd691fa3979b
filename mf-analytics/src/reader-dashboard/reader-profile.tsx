import { SubjectLink } from '@readerlens/filters';
import { useBlinded } from '@readerlens/auth/react';
import type { FilterModel } from '@readerlens/filters/model';
import { Box, Breakable, Card, Flex, SlotLinks, TextAnchor } from '@readerlens/ui';
import { FieldItem, FieldList } from '@readerlens/ui/parts';
import { profileAddress } from '../activity/web-address.ts';
import { describeSearch, readerActions } from '../slots.ts';
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
  model: FilterModel;
  /** The address names no reader. */
  isMostActive: boolean;
}

/** What is known about a reader; unknown fields are left out. */
export const ReaderProfile = ({ reader, noConsent, model, isMostActive }: Props) => {
  const { address, company, orgName } = reader;
  const organization = company ?? orgName;
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
            context={{ reader: reader.id, ...describeSearch(model) }}
          />
        </Flex>
      </Flex>
      <Box
        mt="4"
        display="grid"
        columnGap="8"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
      >
        <FieldList alignContent="start">
          <FieldItem label="Company">
            {organization && <SubjectLink to={reader.companyUrl}>{organization}</SubjectLink>}
          </FieldItem>
          <Contact reader={reader} />
        </FieldList>
        <FieldList alignContent="start" mt={{ base: '0', sm: '2.5', lg: '0' }}>
          <FieldItem label="Address">{[address.state, address.country].filter(Boolean).join(', ')}</FieldItem>
          <FieldItem label="Phone">{address.phone}</FieldItem>
          <FieldItem label="Client consent">
            {reader.clientConsent && reader.clientConsentUpdatedDate
              ? reader.clientConsentUpdatedDate
              : noConsent}
          </FieldItem>
        </FieldList>
      </Box>
    </Card>
  );
};
