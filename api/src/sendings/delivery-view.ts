import { maskedText } from '../people/blinding/pseudonyms.ts';
import type { Viewer } from '../people/session.ts';
import type { Schema } from '../platform/db/index.ts';
import type { Selectable } from 'kysely';

type DeliveryRow = Omit<
  Selectable<Schema['delivery']>,
  'run_id' | 'client_id' | 'outbox_mail_id' | 'channel' | 'item'
>;

/** A mail or a webhook message in a log. Responses can name people: `isOpen` says whether the viewer may see them. */
export const describeDelivery = (
  row: DeliveryRow,
  { blinded }: Pick<Viewer, 'blinded'>,
  isOpen: boolean,
) => ({
  id: row.id,
  recipient: blinded ? maskedText : row.recipient,
  state: row.state,
  attempts: row.attempts,
  responseStatus: row.response_status,
  response: isOpen ? row.response : null,
  // Other servers say whom they refuse.
  error: blinded && row.last_error !== null ? maskedText : row.last_error,
  messageId: row.message_id,
  createdOn: row.created_at.toISOString(),
  sentOn: row.sent_at?.toISOString() ?? null,
  nextAttemptOn: row.state === 'queued' ? (row.next_at?.toISOString() ?? null) : null,
});
