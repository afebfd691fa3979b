// Generated from the contract and the database: a new call or text column fails here until it is covered.
import { sql } from 'kysely';
import type { TObject } from 'typebox';
import { blindedHeader, calls } from '@readerlens/contract';
import type { CallDefinition, CallKey } from '@readerlens/contract';
import { planted } from './activities/testing/planted-activity.ts';
import { testDatabase } from './platform/testing/index.ts';
import { askedCalls, callWorld } from './testing/call-inputs.ts';
import { plantTexts, plantedTexts } from './testing/planted-texts.ts';

const db = testDatabase();

/** Columns whose texts name no reader, organization or client, or are planted as values of activities. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  'values of a planted activity': [
    'analyst_tag.name client.name newsletter.name organisation.name organisation_answer.value',
    'reader.company reader.email reader.first_name reader.last_name engagement_detail.specifics_text',
  ],
  'not masked: they name no one (decision 9)': [
    'document.title document.url organisation.org_type organisation.product_category',
    'reader.city reader.personas reader.state reader.title engagement.topics document.offerings document.topics',
  ],
  'the names of accounts': ['app_user.email app_user.first_name app_user.last_name'],
  'filters, whose names come from lookups': [
    'activity_report_config.filters activity_report_run.filters alert.filters alert_run.filters alert_run_list.rule',
    'account_list.filters default_filters.filters permalink.path permalink.search review_decision.selection saved_search.filters',
    'stored_file.name page_mail.filters',
  ],
  'their texts and descriptions are left out in Blinded Mode': ['audit_event.detail'],
  'names that administrators give': ['area_deploy_token.area area_deploy_token.name area_canary.started_by'],
  'no call shows them': [
    'area_deploy_token.secret_hash data_version.table_name',
    'onboarding_form.field_versions opportunity_match.account_key opportunity_match.domain',
    'client_error.event_info client_error.path client_error.stack_trace client_error.user_agent',
    'engagement_detail.specifics engagement_detail.trackable_url_id engagement.analyst_tags excluded_email.email',
    'job_run.result login_attempt.key outbox_attachment.name outbox_mail.author outbox_mail.headers',
    'migration_work.error',
    'personal_data_request.reference personal_data_request.readers reader_restriction.reason',
    'mail_count.key outbox_mail.html_body outbox_mail.recipients rate_limit.key user_identity.issuer user_identity.subject',
  ],
  'answers that are repeated to who got them, in the mode of then': ['call_attempt.answer'],
  'the host of a server': ['process_heartbeat.name'],
  'a version of the product': ['process_heartbeat.last_migration', 'process_heartbeat.version'],
  'a sentence of a command': ['delivery_hold.reason'],
  'about the session of the caller': ['user_session.network user_session.user_agent'],
  'lists that the operator maintains': [
    'onboarding_form.sent_from_name',
    // Stages of a pipeline: a funnel without them says nothing.
    'opportunity.stage opportunity_stage.stage_key',
    'business_group.name community.name community.portal_url content_topic.name country.iso country.name',
    'document_type.name organisation_question.field organisation_question.field_group',
    'organisation_question.label persona.name region.name service_offering.name',
  ],
  'ids, codes, hashes and numbers': [
    'activity_report_config.indices activity_report_config.send_days activity_report_config.time_zone',
    'activity_report_run.client_counts activity_report_run.client_ids activity_report_run.indices',
    'activity_report_run.send_days activity_report_run.slot activity_report_run.time_zone alert.day_of_month',
    'alert.day_of_week alert.export_columns alert.external_id alert.frequency alert.indices alert.time_zone',
    'alert.type alert_notified.direction alert_recipient.role alert_run.export_columns',
    'alert_run.incomplete_clients alert_run.indices alert_run.rule alert_run.time_zone alert_run.type',
    'alert_run_entity.direction alert_run_entity.outcome alert_run_list.organisation_ids alert_run_recipient.client_ids',
    'alert_run_recipient.client_matches alert_run_recipient.message_id app_user.activity_fields',
    'app_user.analyst_tags app_user.api_client_id app_user.area_claims app_user.api_secret_hash app_user.denied_activity_types',
    'app_user.notification_claim_level app_user.password_hash app_user.role area_sample.area',
    'area_canary.area area_canary.files area_canary.reason area_canary.ring area_canary.stable area_canary.state area_canary.version',
    'area_sample.failure area_sample.kind area_sample.phase area_sample.resource area_sample.version area_sample.widget',
    'area_notice.area area_notice.clients area_notice.event area_notice.readers area_notice.state',
    'area_sample.vital audit_event.action buyers_journey_stage.stage default_filters.indices',
    'delivery.channel delivery.item delivery.message_id delivery.state job_run.kind job_run.owner_id',
    'job_run.slot_key job_run.state organisation_question.access_level organisation_question.kind',
    'outbox_attachment.media_type outbox_mail.kind outbox_mail.message_id outbox_mail.status outbox_mail.unique_key',
    'account_list.indices permalink.id review_decision.action saved_search.indices schedule.kind schedule.next_slot_key',
    'schedule.owner_id schedule.rule schedule.time_zone schema_migration.checksum schema_migration.name',
    'sign_in_code.code_hash sign_in_code.return_to stored_file.checksum stored_file.media_type',
    'stored_file.owner_id stored_file.owner_kind user_export_columns.fields user_session.method',
    'user_token.purpose user_token.token_hash webhook_message.client_ids webhook_message.event',
    'webhook_subscription.event webhook_subscription.source_kind chat_channel.kind',
    'onboarding_form.client_setup onboarding_new_logo.problem onboarding_upload.problem',
    'opportunity.currency opportunity.match opportunity_stage.outcome opportunity_influence.influence marketing_upload.kind marketing_upload.mode',
    'page_mail.activity_types page_mail.choice page_mail.page page_mail.sends_on page_mail.time_zone',
    'onboarding_chunk.checksum onboarding_file.media_type onboarding_upload.fingerprint',
    'erased_identity.kept erased_identity.key_print erased_identity.kind erased_identity.pseudonym',
    'client_erased_identity.kept client_erased_identity.key_print client_erased_identity.kind client_erased_identity.pseudonym',
    'personal_data_request.clients personal_data_request.kept personal_data_request.kind reader_restriction.clients client_cost.payer migration_work.migration migration_work.statement',
    'call_attempt.request reader.removed_columns',
  ],
};
const words = [
  'zwmaildomain',
  ...new Set(Object.values(plantedTexts).flatMap((text) => text.match(/z[wq]\w+/g) ?? [])),
  ...(
    [
      'Clients',
      'Newsletter',
      'AnalystTags',
      'Email',
      'FirstName',
      'LastName',
      'ReaderOrgs',
      'ReaderCompany',
      'SpecificsText',
    ] as const
  ).map((field) => planted[field]),
];

const { listInputs, send } = callWorld(db);

beforeAll(() => plantTexts(db()));

/** Calls that need what does not exist here, such as a token of a mail. */
const unanswered: readonly CallKey[] = [
  'DELETE /api/notification/{id}/webhook',
  'DELETE /api/user/{id}/sessions',
  'DELETE /api/user/{id}/sessions/{sessionId}',
  'GET /api/activity-report-file/{token}',
  'GET /api/notification-unsubscribe/{token}',
  'GET /api/onboarding-download/{token}',
  'GET /api/secret/{apiClientId}',
  'GET /api/verify-registration-token/{token}',
  'POST /api/activity-report-config/{id}/resume',
  'POST /api/activity-report-delivery/{id}/replay',
  'POST /api/forgot-password',
  'POST /api/notification-unsubscribe/{token}',
  'POST /api/notification/{id}/webhook/resume',
  'POST /api/operations/deliveries/release',
  'POST /api/operations/runs/{id}/retry',
  'POST /api/review-activities/decisions/{id}/reverse',
  'POST /api/set-password/from-token',
  'POST /api/token',
  'PUT /api/client-webhook/{clientId}',
  'PUT /api/notification/{id}/behavior-change',
];
/** Planted texts that no GET call shows to anyone. */
const unread = [
  'zwnote',
  'zwaccountdomain',
  'zwdealid',
  'zwdealname',
  'zwdeliveryerror',
  'zwoutbox',
  'zwmailtext',
  'zwreaderid',
  'zworganisation',
  'zwmessage',
  'zwwebinarmail',
  'zwwebinarrow',
  'zwwebinartitle',
  'zwwebinarid',
  'zweventmail',
  'zweventid',
  'zweventrow',
  'zweventsession',
  'zweventtitle',
  'zwissuemail',
  'zwissuerow',
  'zwissueid',
  'zwissuelink',
  'zwissuetitle',
];
/** What is masked cannot be changed. */
const refusedInBlindedMode = (call: CallKey) =>
  /^(DELETE|PATCH|POST) \/api\/onboarding\b|^PATCH \/api\/manage-onboarding/.test(call) ||
  /^(DELETE|POST|PUT) \/api\/client-channels/.test(call) ||
  /^[A-Z]+ \/api\/personal-data/.test(call) ||
  /^(DELETE|POST|PUT) \/api\/marketing-data\/\{clientId\}\/(uploads|stages|accounts\/|influence-webhook)/.test(
    call,
  ) ||
  call.endsWith('/client-setup');
const statuses = new Map<CallKey, number>();
const seen = new Set<string>();

it.each(askedCalls)('%s shows nothing that names anyone', async (call) => {
  for (const input of listInputs(call)) {
    const sent = JSON.stringify(input);
    const { status, text } = await send(call, input, { [blindedHeader]: 'true' });
    expect(words.filter((word) => text.includes(word) && !sent.includes(word))).toEqual([]);
    statuses.set(call, Math.max(status, statuses.get(call) ?? 0));
    if (!call.startsWith('GET')) continue;
    const shown = await send(call, input);
    for (const word of words) if (shown.text.includes(word)) seen.add(word);
  }
});

it('every call that can answer has answered', () => {
  const refused = [...statuses]
    .filter(([call, status]) => status >= 400 && !refusedInBlindedMode(call))
    .map(([call]) => call);
  expect(refused.toSorted()).toEqual(unanswered.toSorted());
});

it('the words are found without Blinded Mode, except for texts that no call reads', () => {
  expect(words.filter((word) => !seen.has(word)).toSorted()).toEqual(unread.toSorted());
});

it('every column with text has a rule', async () => {
  const { rows } = await sql<{ column: string }>`
    SELECT table_name || '.' || column_name AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type IN ('text', 'character varying', 'json', 'jsonb', 'ARRAY')`.execute(
    db().kysely,
  );
  const known = Object.values(harmless).flatMap((lines) => lines.flatMap((line) => line.split(' ')));
  expect(rows.map(({ column }) => column).toSorted()).toEqual(
    [...known, ...Object.keys(plantedTexts)].toSorted(),
  );
});

/** Calls that search a text, and the name of the parameter. */
const searches = askedCalls.flatMap((call): [CallKey, 'query' | 'body', string][] => {
  // A file takes long, and is selected as the list of the same search is.
  if (call.includes('export')) return [];
  const { query, body, reads } = calls[call] as CallDefinition;
  const place = call.startsWith('GET') ? 'query' : 'body';
  const fields: Partial<TObject> = (place === 'query' ? query : body) ?? {};
  const { properties = {} } = fields;
  // Calls that write have texts of their own.
  const names = ['q', 'query', 'person', ...(reads ? ['text'] : [])];
  return names.filter((name) => name in properties).map((name) => [call, place, name]);
});

it.each(searches)('%s finds nothing by a hidden word', async (call, place, name) => {
  const [input = {}] = listInputs(call);
  const answerTo = async (word: string) => {
    const asking = { ...input, [place]: { ...(input[place] as object | undefined), [name]: word } };
    return send(call, asking, { [blindedHeader]: 'true' });
  };
  const nothing = await answerTo('zvnothing');
  for (const word of words) expect(await answerTo(word)).toEqual(nothing);
});
