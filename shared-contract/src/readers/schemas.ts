import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Count, Id, Moment, ReaderName, object, orNull } from '../schemas.ts';
import { stages } from '../vocabulary.ts';

const Text = Type.String();

/** The profile of a reader. The organization is that of the latest activity that the caller may see. */
export const ReaderInfo = object({
  id: Id,
  name: ReaderName,
  firstName: orNull(Text),
  lastName: orNull(Text),
  company: orNull(Type.String({ description: 'As entered by the reader, else the organization' })),
  orgName: orNull(Text),
  readerOrgId: orNull(Id),
  companyUrl: orNull(Type.String({ description: 'Path of the company dashboard' })),
  email: orNull(Text),
  linkedIn: orNull(Text),
  jobTitle: orNull(Text),
  address: object({ country: orNull(Text), state: orNull(Text), phone: orNull(Text) }),
  clientConsent: Type.Boolean({ description: 'Given, with a date' }),
  clientConsentUpdatedDate: orNull(Type.String({ description: 'YYYY-MM-DD; null without consent' })),
});
export type ReaderInfo = Static<typeof ReaderInfo>;

/** Figures of the previous period of equal length; missing unless `comparePrevious` is set. */
export const previousFigures = {
  previousRank: Type.Optional(orNull(Type.Integer({ minimum: 1 }))),
  previousActivities: Type.Optional(Count),
  isNew: Type.Optional(Type.Boolean({ description: 'No activity in the previous period' })),
};

/** A reader in a ranking. Texts and the last date are those of the latest activity that is counted, for silent readers in the period before. */
export const ReaderRow = object({
  readerId: Id,
  userIdOrEmail: Type.String({
    description:
      'For the path of the reader dashboard: the e-mail, or the id if that is masked, missing or ambiguous',
  }),
  rank: orNull(
    Type.Integer({ minimum: 1, description: 'By engagements, whatever the sort order; null without any' }),
  ),
  name: ReaderName,
  firstName: orNull(Text),
  lastName: orNull(Text),
  email: orNull(Text),
  jobTitle: orNull(Text),
  linkedInUrl: orNull(Text),
  company: orNull(Text),
  orgId: orNull(Id),
  orgName: orNull(Text),
  companyUrl: orNull(Type.String({ description: 'Path of the company dashboard' })),
  totalEngagements: Count,
  totalDocuments: Count,
  documentTitle: Type.String({ description: 'The document of the latest activity' }),
  documentUrl: orNull(Text),
  mostRecent: Moment,
  ...previousFigures,
});
export type ReaderRow = Static<typeof ReaderRow>;

/** The first and the last activity with the clients of the filters, at any date and whatever the other filters; null without one. */
export const Seen = object({ firstSeen: orNull(Moment), lastSeen: orNull(Moment) });

export const MonthStages = object({
  key: Type.String({ description: 'Month as YYYY-MM, UTC; months without rows are included with 0' }),
  value: object({
    [stages[0]]: Count,
    [stages[1]]: Count,
    [stages[2]]: Count,
    [stages[3]]: Count,
  }),
});
