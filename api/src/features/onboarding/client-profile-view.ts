import type { ClientProfile } from '@readerlens/contract';
import type { Kysely, Selectable } from 'kysely';
import { maskedText } from '../../people/blinding/pseudonyms.ts';
import { findClientProfile, formatAddress } from '../../people/client-profiles.ts';
import type { Session } from '../../people/session.ts';
import type { Schema } from '../../platform/db/index.ts';

type HeldFile = Pick<Selectable<Schema['onboarding_file']>, 'id' | 'is_held'>;
type Viewer = Pick<Session, 'blinded' | 'role'>;

export const emptyClientProfile = { address: '', phone: '', website: '', profile: '', logo: null };

/** What is known of a client as a viewer may see it, with its version; undefined if nothing is known. */
export const readClientProfile = async (
  kysely: Kysely<Schema>,
  clientId: number,
  viewer: Viewer,
  linkTo: (file: HeldFile, viewer: Viewer) => string | null,
): Promise<{ profile: ClientProfile; version: number } | undefined> => {
  const row = await findClientProfile(kysely, clientId);
  if (!row) return undefined;
  const file =
    row.logo_file_id === null
      ? undefined
      : await kysely
          .selectFrom('onboarding_file')
          .select(['id', 'name', 'size', 'is_held'])
          .where('id', '=', row.logo_file_id)
          .executeTakeFirst();
  const show = (text: string) => (viewer.blinded && text !== '' ? maskedText : text);
  const profile = {
    address: show(formatAddress([row.address1, row.city, row.state, row.postal_code])),
    phone: show(row.phone),
    website: show(row.website),
    profile: show(row.profile),
    logo: file
      ? {
          id: file.id,
          name: show(file.name),
          logoUrl: linkTo(file, viewer),
          size: file.size,
          isHeld: file.is_held,
          state: 'Ready' as const,
          problem: null,
        }
      : null,
  };
  return { profile, version: row.version };
};
