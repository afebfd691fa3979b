// The vocabulary of requests about personal data. No schema library here.

/** What an erasure can leave of a reader. */
export const keptByErasure = ['jobTitle', 'place', 'organization'] as const;
export type KeptByErasure = (typeof keptByErasure)[number];

export const personalDataRequests = ['export', 'correction', 'erasure', 'restriction', 'lifting'] as const;

/** What can be corrected of a reader, with the longest values, as imports have them. */
export const correctableFields = {
  firstName: 200,
  lastName: 200,
  email: 320,
  title: 300,
  company: 300,
  phone: 100,
  address: 500,
  city: 200,
  state: 200,
  linkedIn: 2000,
} as const;
export type CorrectableField = keyof typeof correctableFields;
export const correctableNames = Object.keys(correctableFields) as readonly CorrectableField[];

/** Readers and clients of one request. */
export const maxRequestReaders = 50;
export const maxRequestClients = 1000;
export const maxReferenceLength = 100;
export const maxReasonLength = 500;

/** What the backend of an area is told of readers; `-for-clients`: what other clients know of them stays as it is. */
export const areaEvents = [
  'erased',
  'restricted',
  'lifted',
  'erased-for-clients',
  'restricted-for-clients',
  'lifted-for-clients',
] as const;
export type AreaEvent = (typeof areaEvents)[number];
/** `ended`: the area has no backend any more, or was told of something later. */
export const areaNoticeStates = ['waiting', 'told', 'failed', 'ended'] as const;

/** What has a configurable period of retention; `sendings` are what alerts and reports have sent, with their files, and `mailFiles` those of mails that were not sent. */
export const retentionKinds = [
  'activities',
  'readers',
  'accounts',
  'auditEvents',
  'sendings',
  'mails',
  'mailFiles',
] as const;
export type RetentionKind = (typeof retentionKinds)[number];
/** In days; 0 keeps everything. */
export type RetentionPeriods = Readonly<Record<RetentionKind, number>>;
