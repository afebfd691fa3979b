import type { SpecificsModel } from '@readerlens/contract';
import { noConsentText } from '@readerlens/contract/explorer';
import type { ActivityType, ContentType, Source, Stage } from '@readerlens/contract/vocabulary';
import { withheldValues } from '@readerlens/filters/model';
import type { ShownValue } from '@readerlens/filters/model';
import type { DataScope } from '../people/policy.ts';
import { noName } from './dimension-names.ts';
import { activityTypeOf, contentTypeOf, sourceOf, stageOf } from './codes.ts';
import {
  addressPseudonym,
  clientPseudonym,
  maskedPhone,
  newsletterPseudonym,
  organisationPseudonym,
  readerPseudonym,
} from '../blinding/pseudonyms.ts';
import { activityIdOf, qualifiedIdOfKey } from './activity-key.ts';
import type { ActivityRow } from './activity-rows.ts';
import { specificsOf } from './specifics.ts';

/** An activity as shown to people: table, detail, exports and mails show only this. */
export interface ActivityView {
  readonly id: string;
  readonly qualifiedId: string;
  /** The upstream name, else the qualified id. */
  readonly referenceNumber: string;
  readonly activityType: ActivityType;
  /** ISO 8601, UTC. */
  readonly date: string;
  readonly sequence: 'Initial' | 'Subsequent';
  readonly quality: number | null;
  readonly source: Source;
  /** The client it is counted for. */
  readonly advertiser: string;
  readonly newsletter: string | null;
  readonly analystTags: readonly string[];
  readonly hasSpecifics: boolean;
  /** Notes. */
  readonly specifics: string | null;
  readonly specificsModel: SpecificsModel | null;
  readonly userId: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly fullName: string | null;
  readonly email: string | null;
  /** The e-mail as encoded in the path of the reader dashboard; null in Blinded Mode. */
  readonly emailUrl: string | null;
  readonly jobTitle: string | null;
  readonly phone: string | null;
  readonly address: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly country: string | null;
  readonly region: string | null;
  /** Address, city, state and country in one line. */
  readonly formattedAddr: string | null;
  /** 'YYYY-MM-DD' or 'NO CONSENT', also when the date is unknown. */
  readonly consent: string;
  readonly linkedIn: string | null;
  /** As entered by the reader, else the organization's name. */
  readonly company: string | null;
  readonly readerOrg: string | null;
  /** Path of the company dashboard; null if there is none. */
  readonly companyUrl: string | null;
  readonly orgTypes: readonly string[];
  readonly revenue: number | null;
  readonly productCategories: readonly string[];
  readonly docId: string;
  readonly docTitle: string | null;
  readonly docUrl: string | null;
  readonly docType: string | null;
  readonly contentType: ContentType;
  readonly topics: readonly string[];
  readonly stage: Stage;
  readonly portal: string;
}

/** The person who sees an activity. A session is one; plain data, so that it can be sent to a thread. */
export interface ActivityViewer {
  /** Pseudonyms for people, and no text that may contain a name. */
  readonly blinded: boolean;
  readonly scope: Pick<DataScope, 'searchFields'>;
}

const joined = (parts: readonly (string | null)[], separator: string): string | null =>
  parts.filter((part) => part !== null && part !== '').join(separator) || null;

/** Three underscores encode a dot; an e-mail that already contains them would be ambiguous. */
const emailUrlOf = (email: string | null): string | null =>
  email === null || email.includes('___')
    ? null
    : encodeURIComponent(email.replaceAll('.', '___')).replaceAll('%40', '@');

/** The path of the company dashboard, with '-' for an unknown part; null if all are unknown. */
export const companyUrlOf = (company: string | null, organisation: string | null, id: number | null) => {
  if (company === null && id === null) return null;
  const parts = [company, id === null ? null : String(id), organisation];
  const path = parts.map((part) => (part === null ? '-' : encodeURIComponent(part)));
  return `/analytics/reader-co-dashboard/${path.join('/')}`;
};

const typed = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`There is no ${what}.`);
  return value;
};

const documentTypeOf = ({ documentType }: ActivityRow): string | null =>
  documentType === noName ? null : documentType;

const companyOf = ({ company, organisation }: ActivityRow): string | null =>
  company === '' ? organisation : (company ?? organisation);

const consentOf = ({ hasConsent, consentAt }: ActivityRow): string =>
  hasConsent && consentAt ? consentAt.toISOString().slice(0, 10) : noConsentText;

const openPart = (row: ActivityRow) => {
  const company = companyOf(row);
  const said = specificsOf(row.specificsText, row.specifics);
  const { firstName, lastName, email, address, city, state, country } = row;
  return {
    referenceNumber: row.externalId,
    advertiser: row.client ?? '',
    newsletter: row.newsletter,
    analystTags: row.analystTags,
    specifics: said.notes,
    specificsModel: said.model,
    firstName,
    lastName,
    fullName: joined([firstName, lastName], ' '),
    email,
    emailUrl: emailUrlOf(email),
    phone: row.phone,
    address,
    formattedAddr: joined([address, city, state, country], ', '),
    linkedIn: row.linkedIn,
    company,
    readerOrg: row.organisation,
    companyUrl: companyUrlOf(company, row.organisation, row.organisationId),
    docId: row.documentExternalId ?? String(row.documentId),
  };
};

/** A company without an organization has no id for a number, so it gets the bare word and no page. */
const companyPseudonym = (row: ActivityRow): string | null => {
  if (row.organisationId !== null) return organisationPseudonym(row.organisationId);
  return companyOf(row) === null ? null : 'Company';
};

const blindedPart = (row: ActivityRow): ReturnType<typeof openPart> => {
  const { firstName, lastName, email } = readerPseudonym(row.readerId);
  const company = companyPseudonym(row);
  const readerOrg = row.organisationId === null ? null : company;
  const hasAddress = joined([row.address, row.city, row.state], '') !== null;
  const address = hasAddress ? addressPseudonym : null;
  return {
    referenceNumber: null,
    advertiser: clientPseudonym(row.clientId),
    newsletter: row.newsletterId === null ? null : newsletterPseudonym(row.newsletterId),
    analystTags: [],
    specifics: null,
    specificsModel: null,
    firstName,
    lastName,
    fullName: `${firstName} ${lastName}`,
    email,
    emailUrl: null,
    phone: row.phone === null ? null : maskedPhone(row.phone),
    address,
    formattedAddr: address,
    linkedIn: null,
    company,
    readerOrg,
    companyUrl: row.organisationId === null ? null : companyUrlOf(company, readerOrg, row.organisationId),
    docId: String(row.documentId),
  };
};

const wholeView = (row: ActivityRow, blinded: boolean): ActivityView => {
  const type = typed(activityTypeOf(row.activityType), `activity type ${row.activityType}`);
  const { referenceNumber, ...part } = blinded ? blindedPart(row) : openPart(row);
  const qualifiedId = qualifiedIdOfKey({ clientId: row.clientId, id: row.id, type });
  return {
    ...part,
    id: activityIdOf(row),
    qualifiedId,
    referenceNumber: referenceNumber ?? qualifiedId,
    activityType: type,
    date: row.occurredAt.toISOString(),
    sequence: row.sequence === 1 ? 'Initial' : 'Subsequent',
    quality: row.quality,
    source: typed(sourceOf(row.source), `source ${row.source}`),
    hasSpecifics: row.hasSpecifics,
    userId: String(row.readerId),
    jobTitle: row.jobTitle,
    city: row.city,
    state: row.state,
    country: row.country,
    region: row.region,
    consent: consentOf(row),
    orgTypes: row.orgTypes ?? [],
    revenue: row.revenue,
    productCategories: row.productCategories ?? [],
    docTitle: row.documentTitle,
    docUrl: row.documentUrl,
    docType: documentTypeOf(row),
    contentType: contentTypeOf(row.contentType),
    topics: row.topics,
    stage: stageOf(row.stage),
    portal: row.community ?? '',
  };
};

type Attribute = keyof ActivityView & ShownValue;

const attributesBy = new WeakMap<ReadonlySet<string>, readonly Attribute[]>();

/** Kept for each person, because an export asks for every row. */
const withheldAttributes = (searchFields: ReadonlySet<string>, view: ActivityView): readonly Attribute[] => {
  const isAttribute = (value: ShownValue): value is Attribute => value in view;
  const known = attributesBy.get(searchFields) ?? withheldValues(searchFields).filter(isAttribute);
  attributesBy.set(searchFields, known);
  return known;
};

/** An activity as this person sees it: with pseudonyms in Blinded Mode, and without values that they may not see. */
export const activityView = (row: ActivityRow, { blinded, scope }: ActivityViewer): ActivityView => {
  const view = wholeView(row, blinded);
  const withheld = withheldAttributes(scope.searchFields, view);
  if (withheld.length === 0) return view;
  const missing = withheld.map((value) => [value, Array.isArray(view[value]) ? [] : null]);
  return { ...view, ...Object.fromEntries(missing) };
};
