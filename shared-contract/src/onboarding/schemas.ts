import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Count, Id, Moment, NamedId, object, orNull, enumSchema } from '../schemas.ts';
import {
  maxOnboardingComment,
  maxOnboardingContacts,
  maxOnboardingProfile,
  maxOnboardingText,
  maxReminderDays,
} from './vocabulary.ts';

const Line = Type.String({ maxLength: maxOnboardingText });
const Optional = Type.Optional;
const YesNo = orNull(Type.Boolean());
const Version = Type.Integer({
  minimum: 0,
  description: 'Of the form when the caller read it; without it, the save overwrites',
});

const isDraft = Optional(Type.Boolean({ description: 'Saves the fields without completing the step' }));

/** The input of Basic Info; absent fields stay as they are. Both spellings of the radio questions are accepted. */
export const GeneralInfoChange = object({
  version: Optional(Version),
  isDraft,
  name: Optional(Line),
  email: Optional(Line),
  phone: Optional(Line),
  onlines: Optional(Type.Array(Id, { maxItems: 200, description: 'Ids of communities' })),
  accountManager: Optional(Line),
  isNewclient: Optional(YesNo),
  isNewClient: Optional(YesNo),
  purchaseMultipleOnlines: Optional(YesNo),
  purchasedMultipleOnlines: Optional(YesNo),
  sameContentPerSite: Optional(YesNo),
});

export const GeneralInfo = object({
  name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  onlines: Type.Array(Id),
  communities: Type.Array(NamedId),
  accountManager: Type.String(),
  isNewclient: YesNo,
  isNewClient: YesNo,
  purchaseMultipleOnlines: YesNo,
  purchasedMultipleOnlines: YesNo,
  sameContentPerSite: YesNo,
});
export type GeneralInfo = Static<typeof GeneralInfo>;

const companyFields = {
  name: Line,
  address1: Line,
  city: Line,
  state: Line,
  postalCode: Line,
  phone: Line,
  contactName: Line,
  contactTitle: Line,
  profile: Type.String({
    maxLength: maxOnboardingProfile,
    description: 'HTML; everything but formatting is removed',
  }),
  profilePageContact: Line,
  companyWebsite: Type.String({ maxLength: 2000 }),
  fileUrl: Type.String({ maxLength: 2000, description: 'The address of a logo' }),
};

/** The input of Company Info; absent fields stay as they are. */
export const CompanyInfoChange = object({
  version: Optional(Version),
  isDraft,
  ...(Object.fromEntries(
    Object.entries(companyFields).map(([name, schema]) => [name, Optional(schema)]),
  ) as unknown as {
    [K in keyof typeof companyFields]: ReturnType<typeof Optional<(typeof companyFields)[K]>>;
  }),
});

const isHeld = Type.Boolean({
  description: 'Not scanned for viruses: only staff can open it, until one of them allows it',
});

export const OnboardingFile = object({
  id: Id,
  name: Type.String(),
  fileUrl: orNull(
    Type.String({
      description: 'A link that expires; the file is sent as an attachment. Null in Blinded Mode',
    }),
  ),
  fileType: Type.String(),
  isImage: Type.Boolean(),
  size: Count,
  isHeld,
});
export type OnboardingFile = Static<typeof OnboardingFile>;

export const Logo = object({
  id: Id,
  name: Type.String(),
  logoUrl: orNull(Type.String({ description: 'A link that expires; null until it is ready' })),
  size: Count,
  isHeld,
  state: enumSchema(['Ready', 'Preparing', 'Failed']),
  problem: orNull(Type.String({ description: 'Why it cannot be used' })),
});

/** What is known of a client besides its name. Texts are empty where nothing is known. */
export const ClientProfile = object({
  address: Type.String(),
  phone: Type.String(),
  website: Type.String(),
  profile: Type.String({ description: 'HTML with formatting only' }),
  logo: orNull(Logo),
});
export type ClientProfile = Static<typeof ClientProfile>;

export const CompanyInfo = object({
  id: Id,
  companyId: Id,
  ...companyFields,
  logos: Type.Array(Logo),
});
export type CompanyInfo = Static<typeof CompanyInfo>;

export const ContactInput = object({
  id: Optional(Id),
  firstName: Type.String({ maxLength: 400 }),
  lastName: Type.String({ maxLength: 400 }),
  email: Type.String({ maxLength: 400 }),
});
export const ContactsInput = Type.Array(ContactInput, { maxItems: maxOnboardingContacts });
export const Contact = object({
  id: Id,
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
});
export type Contact = Static<typeof Contact>;

export const ContentInfoChange = object({
  version: Optional(Version),
  isDraft,
  websiteReview: Optional(orNull(enumSchema(['Yes', 'No']))),
  comment: Optional(Type.String({ maxLength: maxOnboardingComment })),
});

export const ContentInfo = object({
  id: Id,
  companyId: Id,
  websiteReview: orNull(enumSchema(['Yes', 'No'])),
  comment: Type.String(),
});
export type ContentInfo = Static<typeof ContentInfo>;

/** A new content item; with an id, the change of one. */
export const ContentInput = object({
  id: Optional(Id),
  title: Type.String({ maxLength: 400 }),
  url: Optional(Type.String({ maxLength: 2000 })),
  keyword: Optional(Type.String({ maxLength: 400 })),
});

export const ContentItem = object({
  id: Id,
  title: Type.String(),
  url: Type.String(),
  keyword: Type.String(),
  fileUrl: orNull(Type.String({ description: 'Of the first file' })),
  uploadedFileUrls: Type.Array(OnboardingFile),
});
export type ContentItem = Static<typeof ContentItem>;

export const RemindAfterDays = Type.Integer({
  minimum: 0,
  maximum: maxReminderDays,
  description: 'Days without activity until a reminder; 0 for none',
});

export const OnboardingReminder = object({
  afterDays: RemindAfterDays,
  sent: Count,
  lastSentAt: orNull(Moment),
});
export type OnboardingReminder = Static<typeof OnboardingReminder>;

export const OnboardingStatus = object({
  isSubmitted: Type.Boolean(),
  isExpired: Type.Boolean(),
  lastStepCompleted: Type.Integer({ minimum: 0, maximum: 5 }),
  version: Count,
});

/**
 * A form. `generalInfo`, `reminder`, `clientSetUpAt` and `clientProfile` are null for everyone below Internal.
 */
export const OnboardingForm = object({
  id: Id,
  userId: Id,
  name: Type.String(),
  email: Type.String(),
  companyId: Id,
  companyName: Type.String(),
  senderEmail: Type.String(),
  sentFromName: Type.String(),
  sentAt: Moment,
  expiresAt: Moment,
  submittedAt: orNull(Moment),
  lastActivity: Moment,
  reminder: orNull(OnboardingReminder),
  ...OnboardingStatus.properties,
  mayEdit: Type.Boolean({ description: 'Neither submitted nor expired, and the caller may change it' }),
  generalInfo: orNull(GeneralInfo),
  companyInfo: CompanyInfo,
  contacts: Type.Array(Contact),
  contentInfo: ContentInfo,
  content: Type.Array(ContentItem),
  logoUrls: Type.Array(Type.String()),
  clientSetUpAt: orNull(Moment),
  clientProfile: orNull(ClientProfile),
});
export type OnboardingForm = Static<typeof OnboardingForm>;

export const OnboardingListItem = object({
  id: Id,
  dateSent: Moment,
  isSubmitted: Type.Boolean(),
  isExpired: Type.Boolean(),
  lastStepCompleted: Type.Integer({ minimum: 0, maximum: 5 }),
  lastActivity: Moment,
  idleDays: orNull(Type.Integer({ minimum: 0, description: 'Of a form that can still be filled in' })),
  companyId: Id,
  company: Type.String(),
  name: Type.String(),
  email: Type.String(),
});
export type OnboardingListItem = Static<typeof OnboardingListItem>;

/** What becomes of an upload. */
export const ChunkAnswer = object({
  isFileAssembled: Type.Boolean({ description: 'The file can be read' }),
  fullFileUrl: orNull(Type.String()),
});

export const Upload = object({
  uploadId: Id,
  fileName: Type.String(),
  fileSize: Count,
  totalChunks: Type.Integer({ minimum: 1, maximum: 250 }),
  received: Type.Array(Count, { description: 'Indexes of the chunks that have arrived' }),
  hasFailed: Type.Boolean({ description: 'The chunks are no file: it has to be sent again' }),
  problem: orNull(Type.String({ description: 'Why it has failed, in words for people' })),
  ...ChunkAnswer.properties,
});
export type Upload = Static<typeof Upload>;
