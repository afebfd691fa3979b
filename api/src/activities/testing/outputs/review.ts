import { dayBefore } from '../activity-world.ts';
import type { User } from '../entitled-users.ts';
import type { PlantedField } from '../planted-activity.ts';
import { placeFields, readerFields } from './output.ts';
import type { CallOutputs, Output } from './output.ts';

const reviewFields: readonly PlantedField[] = [
  ...readerFields,
  ...placeFields,
  'Clients',
  'Onlines',
  'DocumentTitle',
  'SpecificsText',
];
const reviewed: Output['parts'] = () => ({
  body: { status: 'Approved', from: dayBefore(7), to: dayBefore(0) },
});
const reviews = (user: User) => user.columns.review_activities === true;

export const reviewCalls: CallOutputs = {
  outputs: [
    { call: 'POST /api/review-activities-search', shows: reviewFields, access: reviews, parts: reviewed },
    { call: 'POST /api/export-activities-review', shows: reviewFields, access: reviews, parts: reviewed },
  ],
  silent: [
    'GET /api/review-activities/decisions',
    'POST /api/review-activities',
    'POST /api/review-activities/decisions/{id}/reverse',
  ],
};
