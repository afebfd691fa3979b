import { Type } from 'typebox';
import type { Static } from 'typebox';
import { atLeast } from '../call.ts';
import type { CallDefinition } from '../call.ts';
import { Count, enumSchema, object } from '../schemas.ts';
import { recipientTypes } from './vocabulary.ts';

const tag = 'Engagements';
const Text = Type.String();

const Recipient = object({
  type: enumSchema([...recipientTypes, 'From'] as const),
  name: Type.String({ maxLength: 120 }),
  email: Type.String({ maxLength: 254 }),
});

/** What to send of an activity, as the multipart field `payload` or as separate fields. */
export const SharePayload = object({
  activityReportId: Type.String({ minLength: 1, maxLength: 64, description: "The activity's qualified id" }),
  addresses: Type.Array(Recipient, { minItems: 1, maxItems: 40 }),
  subject: Type.String({ minLength: 1, maxLength: 200 }),
  body: Type.String({ maxLength: 50_000, description: 'HTML; everything but formatting is removed' }),
  attachReportExcel: Type.Boolean(),
  attachReportPdf: Type.Boolean(),
});
export type SharePayload = Static<typeof SharePayload>;

export const sharingCalls = {
  'POST /api/analytics/share-individual-activity': {
    tag,
    summary:
      'Sends one activity by mail. Multipart: the field `payload` with JSON; a part `activityPdf` is ignored',
    access: atLeast('Internal'),
    body: SharePayload,
    data: object({ recipients: Count }),
  },
  'POST /api/analytics/share-individual-activity/preview': {
    tag,
    summary: 'The mail as it would be sent',
    access: atLeast('Internal'),
    reads: true,
    body: SharePayload,
    data: object({
      from: Text,
      subject: Text,
      html: Text,
      text: Text,
      attachments: Type.Array(object({ name: Text, type: Text, size: Count })),
    }),
  },
} as const satisfies Record<string, CallDefinition>;
