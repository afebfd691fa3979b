import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ReportTypeCodeSchema } from '../activity-reports/schemas.ts';
import { Id, Moment, NamedId, PersonName, enumSchema, object, orNull } from '../schemas.ts';
import { accountActs, clientFields } from './client-setup-vocabulary.ts';
import { ClientProfile, Logo } from './schemas.ts';
import { maxOnboardingContacts } from './vocabulary.ts';

const ClientField = enumSchema(clientFields);
const SendDays = Type.Array(Type.String({ maxLength: 10 }), { maxItems: 10 });

const person = { contactId: Id, name: Type.String(), email: Type.String() } as const;

export const PlannedAccount = object({
  ...person,
  act: enumSchema(
    accountActs,
    'create: a new account, and a mail to register. addClient: the account gets the client. ' +
      'none: the account exists and has the client. refused: for the reason',
  ),
  reason: Type.String({ description: 'Why nothing is done; else empty' }),
});
export type PlannedAccount = Static<typeof PlannedAccount>;

export const ClientSetupProposal = object({
  profileVersion: Type.Integer({ minimum: 0, description: 'Of what is known of the client' }),
  before: ClientProfile,
  after: object({ ...ClientProfile.properties, logo: Type.Null() }),
  logos: Type.Array(Logo, { description: 'Of the form, from which the logo is chosen' }),
  accounts: Type.Array(PlannedAccount),
  reports: Type.Array(
    object({
      ...person,
      existing: Type.Integer({
        minimum: 0,
        description:
          'Activity reports about the client that are sent to the address already, as far as the caller sees them',
      }),
    }),
  ),
  owners: Type.Array(object({ id: Id, name: PersonName }), {
    description: 'Who may own the activity reports; the caller is the first',
  }),
});
export type ClientSetupProposal = Static<typeof ClientSetupProposal>;

/** What was made of a form. */
export const MadeClientSetup = object({
  at: Moment,
  by: PersonName,
  fields: Type.Array(ClientField),
  accounts: Type.Array(object({ ...person, act: enumSchema(['create', 'addClient']), userId: Id })),
  reports: Type.Array(object({ ...person, ownerId: Id, configId: Id })),
});
export type MadeClientSetup = Static<typeof MadeClientSetup>;

/** Either what can be made of a form, or what was made. */
export const ClientSetup = object({
  formId: Id,
  version: Type.Integer({ minimum: 0, description: 'Of the form' }),
  client: NamedId,
  proposal: orNull(ClientSetupProposal),
  made: orNull(MadeClientSetup),
});
export type ClientSetup = Static<typeof ClientSetup>;

/** What was chosen of a proposal. Refusals name `fields`, `accounts.{contactId}` and `reports.{contactId}`. */
export const ClientSetupInput = object({
  version: Type.Integer({ minimum: 0 }),
  clientId: Id,
  profileVersion: Type.Integer({ minimum: 0 }),
  fields: Type.Array(ClientField, { maxItems: clientFields.length, uniqueItems: true }),
  logoId: Type.Optional(orNull(Id)),
  accounts: Type.Array(
    object({
      contactId: Id,
      act: enumSchema(['create', 'addClient'], 'As it was shown; refused if it is no longer so'),
    }),
    { maxItems: maxOnboardingContacts },
  ),
  reports: Type.Array(
    object({ contactId: Id, ownerId: Id, reportType: ReportTypeCodeSchema, sendDays: SendDays }),
    { maxItems: maxOnboardingContacts },
  ),
  timeZone: Type.Optional(Type.String({ maxLength: 60, description: 'IANA name, for the reports' })),
});
export type ClientSetupInput = Static<typeof ClientSetupInput>;
