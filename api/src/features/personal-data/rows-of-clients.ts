// Whose the texts and messages are, for requests that concern what some clients know of a reader.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { isStaff, roleRank } from '@readerlens/contract/vocabulary';
import type { Role } from '@readerlens/contract/vocabulary';

/** Ids of the clients that a request concerns; undefined for all. */
export type ConcernedClients = readonly number[] | undefined;

type Condition = RawBuilder<unknown>;
type Owned = (clientIds: readonly number[]) => Condition;

/** Roles that see only the clients of the account. */
const limitedRoles = (Object.keys(roleRank) as Role[]).filter((role) => !isStaff(role));

/** Accounts that see no other client. What the others write can be about the reader whom another client knows. */
const isOfAccount =
  (column: string): Owned =>
  (clientIds) =>
    sql`${sql.ref(column)} IN (
    SELECT c.user_id FROM user_client AS c JOIN app_user AS u ON u.id = c.user_id
    WHERE u.role = ANY(${limitedRoles}::text[]) GROUP BY c.user_id
    HAVING bool_and(c.client_id = ANY(${clientIds}::integer[])))`;

const isOfClient =
  (column: string): Owned =>
  (clientIds) =>
    sql`${sql.ref(column)} = ANY(${clientIds}::integer[])`;

const ofAccountOfAlert = isOfAccount('alert.owner_id');
const isOfAlertOfRun: Owned = (clientIds) =>
  sql`alert_run.alert_id IN (SELECT id FROM alert WHERE ${ofAccountOfAlert(clientIds)})`;

/** Nobody knows of which client they are: what they have goes with the last client. */
const isOfNobody: Owned = () => sql`false`;

/** A message may also be about other clients: whoever gets something of these clients gets it without the reader. */
const mayReachClients: Owned = (clientIds) => sql`(
  (NOT EXISTS (SELECT FROM delivery AS d WHERE d.outbox_mail_id = outbox_mail.id)
    OR EXISTS (SELECT FROM delivery AS d WHERE d.outbox_mail_id = outbox_mail.id
      AND (d.client_id IS NULL OR d.client_id = ANY(${clientIds}::integer[]))))
  AND NOT EXISTS (
    SELECT FROM app_user AS u WHERE lower(u.email) = lower(outbox_mail.to_address) AND u.role = ANY(${limitedRoles}::text[])
      AND NOT EXISTS (SELECT FROM user_client AS c WHERE c.user_id = u.id AND c.client_id = ANY(${clientIds}::integer[]))))`;

/** Each table with texts, links and messages of the register. */
const owned: Readonly<Record<string, Owned>> = {
  account_list: isOfClient('account_list.client_id'),
  activity_report_config: isOfClient('activity_report_config.client_id'),
  activity_report_run: isOfClient('activity_report_run.client_id'),
  alert: ofAccountOfAlert,
  alert_run: isOfAlertOfRun,
  alert_run_list: isOfClient('alert_run_list.client_id'),
  annotation: isOfClient('annotation.client_id'),
  call_attempt: isOfAccount('call_attempt.user_id'),
  client_error: isOfAccount('client_error.user_id'),
  default_filters: isOfAccount('default_filters.user_id'),
  // Those of alerts have no client.
  delivery: (clientIds) => sql`(delivery.client_id = ANY(${clientIds}::integer[])
    OR delivery.client_id IS NULL AND delivery.run_id IN (SELECT id FROM alert_run WHERE ${isOfAlertOfRun(clientIds)}))`,
  job_run: isOfClient('job_run.client_id'),
  marketing_upload: isOfClient('marketing_upload.client_id'),
  marketing_upload_change: isOfClient('marketing_upload_change.client_id'),
  newsletter_recipient: isOfClient('newsletter_recipient.client_id'),
  outbox_attachment: (clientIds) =>
    sql`outbox_attachment.mail_id IN (SELECT id FROM outbox_mail WHERE ${mayReachClients(clientIds)})`,
  outbox_mail: mayReachClients,
  page_mail: isOfAccount('page_mail.owner_id'),
  permalink: isOfNobody,
  personal_data_request: isOfNobody,
  reader_restriction: isOfNobody,
  review_decision: isOfAccount('review_decision.user_id'),
  saved_search: isOfAccount('saved_search.user_id'),
  webhook_message: (clientIds) =>
    sql`(webhook_message.client_id = ANY(${clientIds}::integer[]) OR webhook_message.client_ids && ${clientIds}::integer[])`,
};

export const listOwnedTables = (): readonly string[] => Object.keys(owned);

/** Limits the rows of a table to those of some clients. The table has no alias in the statement. */
export const isOfClients = (table: string, clientIds: ConcernedClients): Condition => {
  if (clientIds === undefined) return sql`true`;
  const find = owned[table];
  if (find === undefined) throw new Error(`Whose the rows of ${table} are is not known.`);
  return find(clientIds);
};
