// The register of personal data: what each table has of whom. docs/privacy.md shows it, and erasing follows it.

/**
 * What a column has of a person.
 * - `reader`: a value of one reader, registrant or recipient; erased with the row's reader.
 * - `mention`: text or JSON that people or programs write, such as filters, which can have the e-mail of a reader; it is replaced there.
 * - `link`: an id or address of the product or of a file, which can have the e-mail; the pseudonym stands there, so that it still works.
 * - `message`: the content of a message; e-mails and names of a reader are replaced, and files that can have them removed.
 * - `sealed`: values of a reader that are encrypted, and go with the row.
 * - `account`: a value of somebody with an account, a contact of a client or the recipient of a mail.
 * - `network`: what a browser or program says of itself: addresses, failures.
 */
export type PersonalKind = 'reader' | 'mention' | 'link' | 'message' | 'sealed' | 'account' | 'network';

export interface RegisteredTable {
  /** What the table is for. */
  readonly purpose: string;
  /** How long its rows stay, and what ends them. Left out if nothing in it is personal. */
  readonly kept?: string;
  readonly personal?: Readonly<Record<string, PersonalKind>>;
  /** Of whom the stored files can have something that its rows describe. No erasure reads files. */
  readonly files?: string;
  /** Columns with text, JSON or bytes that have nothing of a person. */
  readonly impersonal?: readonly string[];
}

const withAccount = 'As long as the name of the account that it belongs to';
const withClient = 'As long as the client is a customer';
const withReader = 'Until the reader is erased; by setting';
const sendings = 'By setting (400 days)';
const deletedSending =
  'By setting (400 days) after somebody deletes it, and as long as a run of it is stored';
const mails = 'By setting (30 days); text and files of a sent email are deleted at once';

/** Every table. A test compares it with the schema, so a new column of text is here before it lands. */
export const personalDataRegister: Readonly<Record<string, RegisteredTable>> = {
  account_list: {
    purpose: 'Named lists of organizations',
    kept: 'Until its owner deletes it',
    personal: { name: 'mention', filters: 'mention' },
    impersonal: ['indices'],
  },
  account_list_organisation: { purpose: 'Organizations of account lists' },
  activity_report_activity: { purpose: 'Activities that reports have sent', kept: sendings },
  activity_report_config: {
    purpose: 'Activity reports and the contacts who get them',
    kept: deletedSending,
    personal: { email: 'account', first_name: 'account', last_name: 'account', filters: 'mention' },
    impersonal: ['send_days', 'time_zone', 'indices'],
  },
  activity_report_run: {
    purpose: 'Runs of activity reports',
    kept: sendings,
    personal: { email: 'account', first_name: 'account', last_name: 'account', filters: 'mention' },
    impersonal: ['slot', 'send_days', 'time_zone', 'indices'],
  },
  alert: {
    purpose: 'Alerts',
    kept: deletedSending,
    personal: { name: 'mention', description: 'mention', filters: 'mention' },
    impersonal: [
      'type',
      'indices',
      'frequency',
      'day_of_week',
      'day_of_month',
      'time_zone',
      'export_columns',
      'external_id',
    ],
  },
  alert_activity: { purpose: 'Activities that alerts have sent', kept: sendings },
  alert_notified: { purpose: 'Readers and organizations that an alert was about', impersonal: ['direction'] },
  alert_recipient: { purpose: 'Recipients of alerts', kept: withAccount, impersonal: ['role'] },
  alert_run: {
    purpose: 'Runs of alerts',
    kept: sendings,
    personal: { name: 'mention', description: 'mention', filters: 'mention', rule: 'mention' },
    impersonal: ['type', 'indices', 'export_columns', 'time_zone'],
  },
  alert_run_entity: {
    purpose: 'Readers and organizations that a run counted, by id',
    kept: sendings,
    impersonal: ['outcome', 'direction'],
  },
  alert_run_list: {
    purpose: 'Account lists that a run used, as they were',
    kept: sendings,
    personal: { name: 'mention', rule: 'mention' },
  },
  alert_run_recipient: {
    purpose: 'Who got a run of an alert',
    kept: sendings,
    impersonal: ['message_id'],
  },
  alert_state: { purpose: 'How far an alert has read' },
  analyst_tag: { purpose: 'Tags of activities', impersonal: ['name'] },
  annotation: {
    purpose: 'Notes of a client on days',
    kept: 'Until somebody deletes it',
    personal: { text: 'mention' },
  },
  app_user: {
    purpose: 'Accounts',
    kept: 'A deleted account keeps its row, and its name by setting',
    personal: { email: 'account', first_name: 'account', last_name: 'account' },
    impersonal: [
      'role',
      'password_hash',
      'activity_fields',
      'denied_activity_types',
      'api_client_id',
      'notification_claim_level',
      'api_secret_hash',
      'area_claims',
    ],
  },
  area_canary: {
    purpose: 'Versions of areas on trial',
    impersonal: ['area', 'version', 'stable', 'files', 'ring', 'state', 'reason', 'started_by'],
  },
  area_deploy_token: {
    purpose: 'Deploy tokens of areas',
    impersonal: ['area', 'name', 'secret_hash'],
  },
  area_notice: {
    purpose: 'What the backends of areas are told about readers, by id',
    kept: 'Not deleted: it proves that they were told',
    impersonal: ['area', 'event', 'state'],
  },
  area_sample: {
    purpose: 'Load times and failures of areas; a person is a keyed hash',
    kept: '30 days',
    impersonal: ['area', 'version', 'kind', 'phase', 'failure', 'vital', 'resource', 'widget'],
  },
  audit_event: {
    purpose:
      'Who did what. It has ids of readers, and names and e-mails of accounts and of the contacts of reports',
    kept: 'By setting; otherwise a trigger refuses to delete it',
    personal: { detail: 'account' },
    impersonal: ['action'],
  },
  business_group: { purpose: 'Groups of communities', impersonal: ['name'] },
  buyers_journey_stage: { purpose: "Stages of the buyer's journey", impersonal: ['stage'] },
  chat_channel: {
    purpose: 'Slack and Teams channels of clients',
    impersonal: ['kind', 'name', 'host', 'ending', 'address'],
  },
  client: { purpose: 'Clients', impersonal: ['name'] },
  client_community: { purpose: 'Communities of clients' },
  call_attempt: {
    purpose: 'Requests that create or send something, to know them when they are repeated',
    kept: '1 day',
    personal: { answer: 'mention' },
    impersonal: ['request'],
  },
  client_cost: { purpose: 'What calls and background work cost, by client and hour', impersonal: ['payer'] },
  client_erased_identity: {
    purpose: 'As erased_identity, of readers who were erased or are restricted for some clients',
    impersonal: ['kind', 'hash', 'pseudonym', 'kept', 'key_print'],
  },
  client_error: {
    purpose: 'Errors in browsers',
    kept: '90 days',
    personal: { event_info: 'mention', stack_trace: 'mention', path: 'mention', user_agent: 'network' },
  },
  client_profile: {
    purpose: 'Address and profile of clients',
    kept: withClient,
    personal: { phone: 'account' },
    impersonal: ['address1', 'city', 'state', 'postal_code', 'website', 'profile'],
  },
  client_webhook: {
    purpose: 'Webhooks of clients',
    impersonal: ['url', 'secret', 'previous_secret'],
  },
  community: { purpose: 'Communities', impersonal: ['name', 'portal_url'] },
  content_topic: { purpose: 'Topics of content', impersonal: ['name'] },
  country: { purpose: 'Countries', impersonal: ['iso', 'name'] },
  data_version: { purpose: 'Whether kept figures are current', impersonal: ['table_name'] },
  default_filters: {
    purpose: 'Default filters of accounts',
    kept: withAccount,
    personal: { filters: 'mention' },
    impersonal: ['indices'],
  },
  delivery: {
    purpose: 'Messages of runs: to whom, and how they ended',
    kept: 'As long as the run that it is about',
    personal: { recipient: 'account', last_error: 'mention', response: 'mention' },
    impersonal: ['channel', 'state', 'message_id', 'item'],
  },
  delivery_hold: { purpose: 'Whether deliveries are held', impersonal: ['reason'] },
  document: { purpose: 'Content', impersonal: ['external_id', 'title', 'url'] },
  document_type: { purpose: 'Types of content', impersonal: ['name'] },
  engagement: {
    purpose: 'Activities of readers, by the id of the reader',
    kept: 'By setting',
    impersonal: ['external_id'],
  },
  engagement_detail: {
    purpose: 'What readers wrote and answered',
    kept: withReader,
    personal: { specifics_text: 'reader', specifics: 'reader', trackable_url_id: 'reader' },
  },
  erased_identity: {
    purpose:
      'Keyed hashes of the e-mails and ids of erased and restricted readers, so that an import does not bring the person back',
    impersonal: ['kind', 'hash', 'pseudonym', 'kept', 'key_print'],
  },
  event_registrant: {
    purpose: 'Registrations for events',
    kept: withReader,
    personal: { external_id: 'reader', email: 'reader' },
    impersonal: ['event', 'title', 'sessions'],
  },
  excluded_email: {
    purpose: 'E-mails whose later activities are rejected',
    kept: 'Until the review decision is reversed',
    personal: { email: 'reader' },
  },
  export_progress: { purpose: 'How far an export is' },
  failed_sign_in: { purpose: 'Failed sign-ins of an hour' },
  influence_watch: { purpose: 'Webhooks about deals' },
  job_run: {
    purpose: 'Background work',
    kept: '30 days after its end',
    personal: { error: 'mention', result: 'mention' },
    impersonal: ['kind', 'owner_id', 'slot_key', 'state'],
  },
  login_attempt: {
    purpose: 'Failed sign-ins, by keyed or plain address',
    kept: '2 days',
    personal: { key: 'account' },
  },
  mail_count: { purpose: 'Limits on mail', kept: '1 day', personal: { key: 'account' } },
  marketing_upload: {
    purpose: 'Uploads of marketing data',
    kept: withClient,
    personal: { file_name: 'mention' },
    impersonal: ['mode', 'kind'],
  },
  marketing_upload_change: {
    purpose: 'What an upload changed',
    kept: withReader,
    personal: { external_id: 'link', before: 'mention', after: 'mention' },
  },
  migration_work: {
    purpose: 'What migrations have left to do',
    impersonal: ['migration', 'statement', 'error'],
  },
  newsletter: { purpose: 'Newsletters', impersonal: ['name'] },
  newsletter_recipient: {
    purpose: 'Recipients of newsletters',
    kept: withReader,
    personal: { external_id: 'reader', email: 'reader', link: 'link' },
    impersonal: ['issue', 'title'],
  },
  onboarding_chunk: { purpose: 'Parts of files that are being uploaded', impersonal: ['checksum'] },
  onboarding_contact: {
    purpose: 'Contacts in onboarding forms',
    kept: withClient,
    personal: { first_name: 'account', last_name: 'account', email: 'account' },
  },
  onboarding_content: { purpose: 'Content in onboarding forms', impersonal: ['title', 'url', 'keyword'] },
  onboarding_file: { purpose: 'Files of onboarding forms', impersonal: ['name', 'media_type'] },
  onboarding_form: {
    purpose: 'Onboarding forms',
    kept: withClient,
    personal: {
      name: 'account',
      email: 'account',
      sent_from_name: 'account',
      sender_email: 'account',
      general: 'account',
      company: 'account',
      content_info: 'account',
      client_setup: 'account',
    },
    impersonal: ['field_versions'],
  },
  onboarding_new_logo: { purpose: 'Logos that are being checked', impersonal: ['name', 'problem'] },
  onboarding_upload: {
    purpose: 'Files that are being uploaded',
    impersonal: ['name', 'fingerprint', 'problem'],
  },
  opportunity: {
    purpose: 'Deals of clients',
    impersonal: ['external_id', 'name', 'account', 'domain', 'stage', 'currency', 'match'],
  },
  opportunity_influence: { purpose: 'Which deals were influenced', impersonal: ['influence'] },
  opportunity_match: {
    purpose: 'Accounts and their organizations',
    impersonal: ['account_key', 'domain'],
  },
  opportunity_stage: { purpose: 'Stages of deals', impersonal: ['stage_key', 'outcome'] },
  organisation: {
    purpose: 'Organizations of readers',
    impersonal: ['name', 'website', 'domain', 'org_type', 'product_category'],
  },
  organisation_answer: { purpose: 'Properties of organizations', impersonal: ['value'] },
  organisation_question: {
    purpose: 'Kinds of properties of organizations',
    impersonal: ['field', 'label', 'field_group', 'kind', 'access_level'],
  },
  outbox_attachment: {
    purpose: 'Files of emails that are not sent yet',
    kept: 'By setting (7 days)',
    personal: { name: 'message', content: 'message' },
    impersonal: ['media_type'],
  },
  outbox_mail: {
    purpose: 'Emails',
    kept: mails,
    personal: {
      to_address: 'account',
      recipients: 'account',
      author: 'account',
      subject: 'message',
      text_body: 'message',
      html_body: 'message',
      last_error: 'mention',
    },
    impersonal: ['status', 'headers', 'unique_key', 'message_id', 'kind'],
  },
  packed_client: { purpose: 'When the months of a client were packed' },
  packed_month: {
    purpose: 'Activities of each month as figures count them, by ids of readers',
    kept: 'Packed again within two hours of a change of the activities',
    impersonal: ['ids', 'instants', 'first_codes', 'second_codes', 'organisations'],
  },
  page_mail: {
    purpose: 'Scheduled emails of marketing pages',
    kept: 'Until its owner deletes it',
    personal: { filters: 'mention', choice: 'mention' },
    impersonal: ['page', 'activity_types', 'sends_on', 'time_zone'],
  },
  permalink: {
    purpose: 'Short links to searches',
    kept: 'Not deleted: links must stay valid',
    personal: { path: 'link', search: 'link' },
    impersonal: ['id'],
  },
  persona: { purpose: 'Kinds of readers', impersonal: ['name'] },
  personal_data_request: {
    purpose: 'Requests of readers: who answered them, when, and the reference of the case',
    kept: 'Not deleted: it proves that requests were answered',
    personal: { reference: 'mention' },
    impersonal: ['kind', 'kept'],
  },
  process_heartbeat: {
    purpose: 'Processes of the product',
    impersonal: ['name', 'version', 'last_migration'],
  },
  rate_limit: { purpose: 'Limits on requests', kept: 'At most a day', personal: { key: 'account' } },
  reader: {
    purpose: 'Readers',
    kept: withReader,
    personal: {
      external_id: 'reader',
      email: 'reader',
      first_name: 'reader',
      last_name: 'reader',
      title: 'reader',
      company: 'reader',
      phone: 'reader',
      address: 'reader',
      city: 'reader',
      state: 'reader',
      linked_in: 'reader',
    },
    impersonal: ['removed_columns'],
  },
  reader_restriction: {
    purpose: 'Readers whose processing is restricted, with what names them encrypted',
    kept: 'Until the restriction is lifted or the reader is erased',
    personal: { reason: 'mention', sealed: 'sealed' },
    impersonal: ['email_hash'],
  },
  region: { purpose: 'Regions', impersonal: ['name'] },
  review_decision: {
    purpose: 'Decisions on activities',
    kept: 'Not deleted: decisions can be explained',
    personal: { selection: 'mention' },
    impersonal: ['action'],
  },
  review_decision_activity: { purpose: 'Activities of decisions' },
  saved_search: {
    purpose: 'Saved searches',
    kept: withAccount,
    personal: { name: 'mention', description: 'mention', filters: 'mention' },
    impersonal: ['indices'],
  },
  schedule: {
    purpose: 'When background work runs',
    impersonal: ['kind', 'owner_id', 'rule', 'time_zone', 'next_slot_key'],
  },
  schema_migration: { purpose: 'Migrations that were applied', impersonal: ['name', 'checksum'] },
  service_offering: { purpose: 'Offerings that content is about', impersonal: ['name'] },
  sign_in_code: {
    purpose: 'Sign-ins that are under way',
    kept: '1 day',
    impersonal: ['code_hash', 'return_to'],
  },
  stored_file: {
    purpose: 'Files and logos of onboarding forms; alerts and reports make theirs when they are needed',
    kept: withClient,
    files: 'whomever clients name in what they upload',
    impersonal: ['owner_kind', 'owner_id', 'name', 'media_type', 'checksum'],
  },
  user_client: { purpose: 'Clients of accounts' },
  user_community: { purpose: 'Communities of accounts' },
  user_export_columns: { purpose: 'Default columns of accounts', impersonal: ['fields'] },
  user_identity: {
    purpose: 'Accounts at the identity provider',
    kept: withAccount,
    personal: { subject: 'account' },
    impersonal: ['issuer'],
  },
  user_session: {
    purpose: 'Sign-ins: when, browser and network',
    kept: '30 days after it expires',
    personal: { user_agent: 'network', network: 'network' },
    impersonal: ['method'],
  },
  user_token: {
    purpose: 'Links to set a password',
    kept: '30 days after it expires',
    impersonal: ['token_hash', 'purpose'],
  },
  webhook_message: {
    purpose: 'Webhook messages',
    kept: 'As long as the run that it is about',
    personal: { body: 'message' },
    impersonal: ['event'],
  },
  webhook_subscription: { purpose: 'Who gets webhook messages', impersonal: ['source_kind', 'event'] },
  webinar_registrant: {
    purpose: 'Registrations for webinars',
    kept: withReader,
    personal: { external_id: 'reader', email: 'reader' },
    impersonal: ['webinar', 'title'],
  },
};

export interface RegisteredColumn {
  readonly table: string;
  readonly column: string;
}

/** The columns of a kind. */
export const listRegistered = (kind: PersonalKind): readonly RegisteredColumn[] =>
  Object.entries(personalDataRegister).flatMap(([table, { personal = {} }]) =>
    Object.entries(personal).flatMap(([column, each]) => (each === kind ? [{ table, column }] : [])),
  );
