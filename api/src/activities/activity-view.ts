import type { SpecificsModel } from '@readerlens/contract';
import type { ActivityType, ContentType, Source, Stage } from '@readerlens/contract/vocabulary';
import { withheldValues } from '@readerlens/filters/model';
import type { ShownValue } from '@readerlens/filters/model';
import type { DataScope } from '../people/policy.ts';
import type { ActivityRow } from './activity-rows.ts';
import { blindedValues, openValues } from './activity-values.ts';
import type { ActivityValue } from './activity-values.ts';

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
  /** What the reader is called: the name, else the e-mail, the external id or 'Reader 123'. */
  readonly fullName: string;
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
  /** What the document is called: the title, else the external id or 'Document 123'. */
  readonly docTitle: string;
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

/** How each value is made of a row. */
export type ActivityValues = { readonly [Name in keyof ActivityView]: ActivityValue<ActivityView[Name]> };

const open: ActivityValues = openValues;
const blinded: ActivityValues = { ...openValues, ...blindedValues };

const withheld = ({ needs, of }: ActivityValue<unknown>): ActivityValue<unknown> => ({
  needs,
  of: (row) => (Array.isArray(of(row)) ? [] : null),
});

/** The values as this person sees them: pseudonyms in Blinded Mode, and nothing that they may not see. */
export const activityValues = (viewer: ActivityViewer): ActivityValues => {
  const values = viewer.blinded ? blinded : open;
  const isAttribute = (value: ShownValue): value is keyof ActivityView & ShownValue => value in values;
  const missing = withheldValues(viewer.scope.searchFields)
    .filter(isAttribute)
    .map((name) => [name, withheld(values[name])]);
  return { ...values, ...Object.fromEntries(missing) };
};

/** An activity as this person sees it. */
export const activityView = (row: ActivityRow, viewer: ActivityViewer): ActivityView => {
  const values = Object.entries(activityValues(viewer)).map(([name, { of }]) => [name, of(row)]);
  return Object.fromEntries(values) as ActivityView;
};
