// How each value that people see is made of the columns of a row.
import { noConsentText } from '@readerlens/contract/explorer';
import { emailInPath, namePart } from '@readerlens/contract/readers';
import type { ActivityType } from '@readerlens/contract/vocabulary';
import {
  addressPseudonym,
  clientPseudonym,
  maskedPhone,
  newsletterPseudonym,
  organisationPseudonym,
  readerPseudonym,
} from '../people/blinding/pseudonyms.ts';
import { formatActivityId, qualifiedIdOfKey } from './activity-key.ts';
import type { ActivityRow } from './activity-rows.ts';
import { decodeActivityType, decodeContentType, decodeSource, decodeStage } from './codes.ts';
import { noName } from './dimension-names.ts';
import { parseSpecifics } from './specifics.ts';

/** A value of an activity, and the columns of the row that it needs. An export reads no others. */
export interface ActivityValue<T> {
  readonly needs: readonly (keyof ActivityRow)[];
  readonly of: (row: ActivityRow) => T;
  /** Set if the value is that of this column. */
  readonly column?: keyof ActivityRow;
}

const from =
  <Name extends keyof ActivityRow>(...needs: readonly Name[]) =>
  <T>(of: (row: Pick<ActivityRow, Name>) => T): ActivityValue<T> => ({ needs, of });
const column = <Name extends keyof ActivityRow>(name: Name): ActivityValue<ActivityRow[Name]> => ({
  ...from(name)((row) => row[name]),
  column: name,
});
const always = <T>(content: T) => from()(() => content);

const joined = (parts: readonly (string | null)[], separator: string): string | null =>
  parts.filter((part) => part !== null && part !== '').join(separator) || null;

/** The path of the company dashboard, with '-' for an unknown part; null if all are unknown. */
export const buildCompanyUrl = (company: string | null, organisation: string | null, id: number | null) => {
  if (company === null && id === null) return null;
  const parts = [company, id === null ? null : String(id), organisation];
  return `/analytics/reader-co-dashboard/${parts.map(namePart).join('/')}`;
};

const typed = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`There is no ${what}.`);
  return value;
};

const decodeType = (code: number): ActivityType => typed(decodeActivityType(code), `activity type ${code}`);

const chooseCompany = ({
  company,
  organisation,
}: Pick<ActivityRow, 'company' | 'organisation'>): string | null =>
  company === '' ? organisation : (company ?? organisation);

const qualifiedId = from(
  'clientId',
  'id',
  'activityType',
)(({ clientId, id, activityType }) => qualifiedIdOfKey({ clientId, id, type: decodeType(activityType) }));

/** The date, for everyone who may see the activity. */
export const occurredAt = column('occurredAt');

const specifics = from('specificsText', 'specifics');

/** The values outside of Blinded Mode. */
export const openValues = {
  id: from('clientId', 'id')(formatActivityId),
  qualifiedId,
  referenceNumber: from(
    'externalId',
    'clientId',
    'id',
    'activityType',
  )(
    ({ externalId, clientId, id, activityType }) =>
      externalId ?? qualifiedIdOfKey({ clientId, id, type: decodeType(activityType) }),
  ),
  activityType: from('activityType')((row) => decodeType(row.activityType)),
  date: from('occurredAt')((row) => row.occurredAt.toISOString()),
  sequence: from('sequence')(({ sequence }) => (sequence === 1 ? 'Initial' : 'Subsequent')),
  quality: column('quality'),
  source: from('source')(({ source }) => typed(decodeSource(source), `source ${source}`)),
  advertiser: from('client')(({ client }) => client ?? ''),
  newsletter: column('newsletter'),
  analystTags: column('analystTags'),
  hasSpecifics: column('hasSpecifics'),
  specifics: specifics((row) => parseSpecifics(row.specificsText, row.specifics).notes),
  specificsModel: specifics((row) => parseSpecifics(row.specificsText, row.specifics).model),
  userId: from('readerId')(({ readerId }) => String(readerId)),
  firstName: column('firstName'),
  lastName: column('lastName'),
  fullName: column('readerName'),
  email: column('email'),
  emailUrl: from('email')(({ email }) => (email === null ? null : emailInPath(email))),
  jobTitle: column('jobTitle'),
  phone: column('phone'),
  address: column('address'),
  city: column('city'),
  state: column('state'),
  country: column('country'),
  region: column('region'),
  formattedAddr: from(
    'address',
    'city',
    'state',
    'country',
  )(({ address, city, state, country }) => joined([address, city, state, country], ', ')),
  consent: from(
    'hasConsent',
    'consentAt',
  )(({ hasConsent, consentAt }) =>
    hasConsent && consentAt ? consentAt.toISOString().slice(0, 10) : noConsentText,
  ),
  linkedIn: column('linkedIn'),
  company: from('company', 'organisation')(chooseCompany),
  readerOrg: column('organisation'),
  companyUrl: from(
    'company',
    'organisation',
    'organisationId',
  )((row) => buildCompanyUrl(chooseCompany(row), row.organisation, row.organisationId)),
  orgTypes: from('orgTypes')(({ orgTypes }) => orgTypes ?? []),
  revenue: column('revenue'),
  productCategories: from('productCategories')(({ productCategories }) => productCategories ?? []),
  docId: from(
    'documentId',
    'documentExternalId',
  )(({ documentId, documentExternalId }) => documentExternalId ?? String(documentId)),
  docTitle: column('documentName'),
  docUrl: column('documentUrl'),
  docType: from('documentType')(({ documentType }) => (documentType === noName ? null : documentType)),
  contentType: from('contentType')(({ contentType }) => decodeContentType(contentType)),
  topics: column('topics'),
  stage: from('stage')(({ stage }) => decodeStage(stage)),
  portal: from('community')(({ community }) => community ?? ''),
};

const reader = from('readerId');
const company = from('company', 'organisation', 'organisationId');

/** A company without an organization has no id for a number, so it gets the bare word and no page. */
const companyPseudonym = (row: Parameters<Parameters<typeof company>[0]>[0]): string | null => {
  if (row.organisationId !== null) return organisationPseudonym(row.organisationId);
  return chooseCompany(row) === null ? null : 'Company';
};

const organisationName = (id: number | null): string | null =>
  id === null ? null : organisationPseudonym(id);

const address = from(
  'address',
  'city',
  'state',
)((row) => (joined([row.address, row.city, row.state], '') === null ? null : addressPseudonym));

/** The values that differ in Blinded Mode: pseudonyms, and no text that may contain a name. */
export const blindedValues = {
  referenceNumber: qualifiedId,
  advertiser: from('clientId')(({ clientId }) => clientPseudonym(clientId)),
  newsletter: from('newsletterId')(({ newsletterId: id }) => (id === null ? null : newsletterPseudonym(id))),
  analystTags: always([]),
  specifics: always(null),
  specificsModel: always(null),
  firstName: reader(({ readerId }) => readerPseudonym(readerId).firstName),
  lastName: reader(({ readerId }) => readerPseudonym(readerId).lastName),
  fullName: reader(({ readerId }) => readerPseudonym(readerId).fullName),
  email: reader(({ readerId }) => readerPseudonym(readerId).email),
  emailUrl: always(null),
  phone: from('phone')(({ phone }) => (phone === null ? null : maskedPhone(phone))),
  address,
  formattedAddr: address,
  linkedIn: always(null),
  company: company(companyPseudonym),
  readerOrg: from('organisationId')(({ organisationId }) => organisationName(organisationId)),
  companyUrl: from('organisationId')(({ organisationId: id }) =>
    buildCompanyUrl(organisationName(id), organisationName(id), id),
  ),
  docId: from('documentId')(({ documentId }) => String(documentId)),
  docTitle: column('blindedDocumentName'),
};
