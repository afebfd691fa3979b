import type { ReviewActivity } from '@readerlens/contract';
import { rejectReasonText, reviewActivityTypes } from '@readerlens/contract/review';
import { decodeActivityType, decodeRejectReason, decodeStatus } from '../../activities/codes.ts';
import { clientPseudonym, readerPseudonym } from '../../people/blinding/pseudonyms.ts';
import { formatActivityId } from '../../activities/activity-key.ts';
import type { ReviewRow } from './review-rows.ts';
import { newsletterSources } from './review-where.ts';

const readType = (row: ReviewRow): ReviewActivity['activityType'] => {
  const type = decodeActivityType(row.activityType);
  const known = reviewActivityTypes.find((reviewed) => reviewed === type);
  if (!known) throw new Error(`Activities of type ${row.activityType} are not reviewed.`);
  return known;
};

/** Only rejected activities have a reason, only approved ones a date. */
const readState = (row: ReviewRow) => {
  const status = decodeStatus(row.status);
  if (!status) throw new Error(`There is no status ${row.status}.`);
  const reason = decodeRejectReason(row.rejectReason) ?? 'RejectedManually';
  const isRejected = status === 'Rejected' || status === 'RejectedAfterApproval';
  const isApproved = status === 'Approved' || status === 'EditAfterApproval';
  return {
    status,
    rejectReason: isRejected ? rejectReasonText[reason] : null,
    approvedDate: isApproved ? (row.approvedAt?.toISOString() ?? null) : null,
  };
};

const readPerson = ({ firstName, lastName, email, client, ...row }: ReviewRow) => ({
  fullName: row.readerName,
  firstName,
  lastName,
  email,
  client: client ?? row.documentClient ?? '',
  specifics: row.specifics,
  documentCompanyName: row.documentClient,
  documentTitle: row.documentName,
  friendlyId: row.externalId ?? String(row.id),
});

/** Free text and external ids may contain a name, so they are omitted too. */
const buildPseudonym = ({ readerId, clientId, documentClientId, id, blindedDocumentName }: ReviewRow) => ({
  ...readerPseudonym(readerId),
  client: clientPseudonym(clientId),
  specifics: null,
  documentCompanyName: documentClientId === null ? null : clientPseudonym(documentClientId),
  documentTitle: blindedDocumentName,
  friendlyId: String(id),
});

/** Converts an activity to what is sent to the reviewer; with pseudonyms for people in Blinded Mode. */
export const reviewItem = (row: ReviewRow, { blinded }: { blinded: boolean }): ReviewActivity => ({
  id: formatActivityId(row),
  activityType: readType(row),
  ...readState(row),
  dropDate: row.occurredAt.toISOString(),
  userId: String(row.readerId),
  hasDashboard: row.hasDashboard,
  ...(blinded ? buildPseudonym(row) : readPerson(row)),
  jobTitle: row.jobTitle,
  country: row.country,
  city: row.city,
  state: row.state,
  activitySource: newsletterSources.includes(row.source) ? 'NL' : 'Web',
  online: row.online ?? '',
  documentCompanyId: row.documentClientId === null ? null : String(row.documentClientId),
  leadType: row.sequence === 1 ? 'Initial' : 'Subsequent',
  trackableUrlId: blinded ? null : row.trackableUrlId,
});
