import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/index.ts';
import type { SecretBox } from '../../platform/webhooks/secret-box.ts';

/** Where the messages of a client go. */
export interface WebhookTarget {
  readonly url: string;
  /** The present secret and, for a day after a rotation, the previous one. */
  readonly secrets: readonly string[];
}

/** What the secrets of a client are sealed with. */
export const secretContext = (clientId: number): string => `client ${clientId}`;

/** Undefined if the client has no address or no secret that can be read: JWT_SECRET may have changed. */
export const findTarget = async (
  db: Kysely<Schema>,
  { clientId, box, now }: { readonly clientId: number; readonly box: SecretBox; readonly now: Date },
): Promise<WebhookTarget | undefined> => {
  const row = await db
    .selectFrom('client_webhook')
    .selectAll()
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (!row?.url || !row.secret) return undefined;
  const isPreviousValid = row.previous_until !== null && row.previous_until > now;
  const sealed = [row.secret, ...(row.previous_secret && isPreviousValid ? [row.previous_secret] : [])];
  const secrets = sealed.flatMap((each) => box.open(each, secretContext(clientId)) ?? []);
  return secrets.length > 0 ? { url: row.url, secrets } : undefined;
};

/** The host that receives the messages of a client; undefined without an address or a secret. */
export const findWebhookHost = async (db: Kysely<Schema>, clientId: number): Promise<string | undefined> => {
  const row = await db
    .selectFrom('client_webhook')
    .select('url')
    .where('client_id', '=', clientId)
    .where('url', '!=', '')
    .where('secret', 'is not', null)
    .executeTakeFirst();
  return row ? URL.parse(row.url)?.host : undefined;
};
