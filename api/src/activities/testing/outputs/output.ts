import type { CallKey } from '@readerlens/contract';
import { exportColumns } from '@readerlens/contract/explorer';
import type { Database } from '../../../platform/db/index.ts';
import { isGranted } from '../entitled-users.ts';
import type { User } from '../entitled-users.ts';
import { fileText } from '../file-text.ts';
import type { PlantedActivity, PlantedField } from '../planted-activity.ts';

/** The asker's own activity reports about the activity. */
export interface AskedReport {
  /** A configuration that has not sent it yet. */
  readonly nextId: string;
  /** A configuration whose run has sent it. */
  readonly configId: string;
  readonly reportId: string;
  /** Its mail. */
  readonly deliveryId: string;
  /** Of the link in the mail. */
  readonly token: string;
}

/** Who makes a call, and the activity that they ask about. */
export interface Asker {
  readonly user: User;
  readonly userId: string;
  /** A list with the organization of the activity. */
  readonly listId: string;
  readonly searchId: string;
  readonly alertId: string;
  /** A run of the alert that reported the activity. */
  readonly runId: string;
  readonly report: AskedReport;
  readonly activity: PlantedActivity;
}

export interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Output {
  readonly call: CallKey;
  /** What the output can contain. */
  readonly shows: readonly PlantedField[];
  /** Of these, those that the caller sent, such as filters on the About sheet. */
  readonly repeats?: readonly PlantedField[];
  /** Of these, those that the caller has stored, which are shown without access, too. */
  readonly own?: readonly PlantedField[];
  /** Of these, those that stored filters name: shown to whoever may search by the field, without access, too. */
  readonly filters?: readonly PlantedField[];
  /** Offers values to search by, instead of values of activities. */
  readonly isLookup?: true;
  readonly access?: (user: User) => boolean;
  readonly parts: (asker: Asker) => Parts;
  /** Reads what the call sent elsewhere. */
  readonly read?: (db: Database) => Promise<string>;
}

/** The calls of a domain. */
export interface CallOutputs {
  readonly outputs: readonly Output[];
  /** Calls whose replies contain no values of activities, or only those that the caller sent. */
  readonly silent: readonly CallKey[];
}

// What parts of several outputs show of an activity.
export const readerFields = ['FirstName', 'LastName', 'Email', 'Title'] as const;
export const placeFields = ['City', 'State', 'Country'] as const;
export const listFields: readonly PlantedField[] = [
  ...readerFields,
  'ReaderCompany',
  'ReaderOrgs',
  'Onlines',
  'DocumentTitle',
  'SpecificsText',
];
export const detailFields: readonly PlantedField[] = [
  ...listFields,
  ...placeFields,
  'Newsletter',
  'Clients',
  'DocumentTypes',
];
export const sheetFields: readonly PlantedField[] = [
  ...readerFields,
  ...placeFields,
  'ReaderCompany',
  'Onlines',
  'DocumentTitle',
  'SpecificsText',
];
export const columnFields: readonly PlantedField[] = [
  ...detailFields,
  'Region',
  'AnalystTags',
  'Revenue',
  'OrgType',
  'ProductCategory',
  'ContentTopics',
];

/** The columns that not everyone may export. */
const columnField: Readonly<Record<string, string>> = {
  analystTags: 'AnalystTags',
  revenue: 'Revenue',
  orgType: 'OrgType',
  productCategory: 'ProductCategory',
};
export const isColumnGranted = (column: string, user: User): boolean =>
  isGranted(columnField[column] ?? column, user);
export const pickFields = (from: readonly { field: string }[]) => from.map(({ field }) => ({ field }));
export const grantedColumns = (user: User) =>
  pickFields(exportColumns.filter(({ field }) => isColumnGranted(field, user)));

export const ofClient = ({ activity }: Asker) => [
  { field: 'Clients', value: [{ id: String(activity.clientId) }] },
];

/** Calls that filter by the planted client, and by more. */
export const filtered =
  (more: (activity: PlantedActivity) => object) =>
  (call: CallKey, shows: readonly PlantedField[], params: Record<string, string> = {}): Output => ({
    call,
    shows,
    parts: (asker) => ({ params, body: { filters: ofClient(asker), ...more(asker.activity) } }),
  });
export const dashboard = filtered(() => ({}));

/** Reads the queued mail with its attachments. */
export const readMail: Output['read'] = async ({ kysely }) => {
  const mails = await kysely.selectFrom('outbox_mail').selectAll().execute();
  const files = await kysely.selectFrom('outbox_attachment').selectAll().execute();
  const texts = await Promise.all(files.map(({ media_type, content }) => fileText(media_type, content)));
  // Without those of the stored reports, whose subjects are read later.
  await kysely
    .deleteFrom('outbox_mail')
    .where('id', 'not in', (deliveries) =>
      deliveries.selectFrom('delivery').select('outbox_mail_id').where('outbox_mail_id', 'is not', null),
    )
    .execute();
  return [...mails.map(({ text_body, html_body }) => text_body + html_body), ...texts].join('\n');
};

/** Filters that the user stored. */
export const stored = (call: CallKey): Output => ({
  call,
  shows: ['AnalystTags', 'Clients'],
  isLookup: true,
  parts: ({ userId, searchId }) => ({ params: { userId, id: searchId, savedSearchId: searchId } }),
});
