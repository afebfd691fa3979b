import { Type } from 'typebox';
import { anyone, atLeast, signedIn } from '../call.ts';
import type { Access, CallDefinition } from '../call.ts';
import { Count, Email, Id, enumSchema, object } from '../schemas.ts';
import { ClientSetup, ClientSetupInput } from './client-setup.ts';
import {
  ChunkAnswer,
  CompanyInfo,
  CompanyInfoChange,
  Contact,
  ContactsInput,
  ContentInfo,
  ContentInfoChange,
  ContentInput,
  ContentItem,
  GeneralInfo,
  GeneralInfoChange,
  Logo,
  OnboardingForm,
  OnboardingListItem,
  OnboardingReminder,
  OnboardingStatus,
  RemindAfterDays,
  Upload,
} from './schemas.ts';
import { maxOnboardingText, onboardingDownloadFormats } from './vocabulary.ts';

const tag = 'Onboarding';
const Line = Type.String({ maxLength: maxOnboardingText });
const manage: Access = { kind: 'user', claim: 'manageOnboardingForms' };
const ofForm = { tag, access: signedIn, params: object({ formId: Id }) } as const;
const byId = { tag, access: signedIn, params: object({ id: Id }) } as const;
const ofContent = { tag, access: signedIn, params: object({ formId: Id, contentId: Id }) } as const;
const ofUpload = {
  tag,
  access: signedIn,
  params: object({ formId: Id, contentId: Id, uploadId: Id }),
} as const;

/** A saved part of a form with the status of the form after it. */
const saved = <const T extends Parameters<typeof Type.Object>[0][string]>(part: T) =>
  object({ part, status: OnboardingStatus });

export const onboardingCalls = {
  'POST /api/onboarding': {
    tag,
    summary: 'Creates a form and mails its link; a person without an account is invited as a Client',
    access: manage,
    body: object({
      name: Line,
      email: Email,
      sentFromName: Line,
      senderEmail: Email,
      companyId: Id,
      userId: Type.Optional(Id),
      remindAfterDays: Type.Optional(RemindAfterDays),
    }),
    data: Id,
  },
  'POST /api/manage-onboarding/list': {
    tag,
    summary: 'The forms, latest sent first',
    access: manage,
    reads: true,
    body: object({
      searchString: Type.Optional(Type.String({ maxLength: 200 })),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    }),
    data: object({ items: Type.Array(OnboardingListItem), total: Count }),
    top: object({ items: Type.Array(OnboardingListItem), total: Count }),
  },
  'GET /api/manage-onboarding/publications': {
    tag,
    summary: 'The publication names that forms can be sent from',
    access: manage,
    data: Type.Array(Type.String()),
  },
  'GET /api/manage-onboarding/reminder-default': {
    tag,
    summary: 'When the person of a new form is reminded, unless it says otherwise',
    access: manage,
    data: object({ remindAfterDays: RemindAfterDays }),
  },
  'PATCH /api/manage-onboarding/{id}/reminder': {
    ...byId,
    summary: 'Changes when the person of a form is reminded',
    access: atLeast('Internal'),
    body: object({ remindAfterDays: RemindAfterDays }),
    data: OnboardingReminder,
  },
  'GET /api/manage-onboarding/{id}': { ...byId, summary: 'A form, for its preview', data: OnboardingForm },
  'GET /api/manage-onboarding/{id}/resend-onboarding-form': {
    ...byId,
    summary: 'Mails the link of a form again, and renews its expiry',
    access: atLeast('Internal'),
    reads: false,
    data: Type.Null(),
  },
  'GET /api/onboarding/{id}': { ...byId, summary: 'A form, for the wizard', data: OnboardingForm },
  'GET /api/onboarding/{id}/status': {
    ...byId,
    summary: 'How far a form is',
    data: OnboardingStatus,
  },
  'PATCH /api/onboarding/{id}': { ...byId, summary: 'Submits a form', data: OnboardingStatus },
  'POST /api/onboarding/{id}/download': {
    ...byId,
    summary: 'The address of a download: the form as a PDF, or as a zip with its files; not in Blinded Mode',
    body: object({ format: enumSchema(onboardingDownloadFormats) }),
    data: Type.String(),
  },
  'GET /api/onboarding-download/{token}': {
    tag,
    summary: 'The file of an address of a download',
    access: anyone,
    params: object({ token: Type.String({ minLength: 1, maxLength: 300 }) }),
    data: Type.Unsafe<Blob>({}),
    file: 'application/zip',
  },
  'GET /api/onboarding/{formId}/client-setup': {
    tag,
    summary: 'What can be set up for a client from a submitted form, or what was; refused in Blinded Mode',
    access: manage,
    params: object({ formId: Id }),
    query: object({
      clientId: Type.Optional(
        Type.String({ maxLength: 64, description: 'Instead of the client of the form' }),
      ),
    }),
    data: ClientSetup,
  },
  'POST /api/onboarding/{formId}/client-setup': {
    tag,
    summary: 'Sets up a client from a submitted form, once: all that is chosen, or nothing',
    access: manage,
    params: object({ formId: Id }),
    body: ClientSetupInput,
    data: ClientSetup,
  },
  'GET /api/onboarding/{formId}/general-info': {
    ...ofForm,
    summary: 'Basic Info',
    access: atLeast('Internal'),
    data: GeneralInfo,
  },
  'PATCH /api/onboarding/{formId}/general-info': {
    ...ofForm,
    summary: 'Saves the sent fields of Basic Info',
    access: atLeast('Internal'),
    body: GeneralInfoChange,
    data: saved(GeneralInfo),
  },
  'GET /api/onboarding/{formId}/company-info': { ...ofForm, summary: 'Company Info', data: CompanyInfo },
  'PATCH /api/onboarding/{formId}/company-info': {
    ...ofForm,
    summary: 'Saves the sent fields of Company Info; as JSON or multipart',
    body: CompanyInfoChange,
    data: saved(CompanyInfo),
  },
  'GET /api/onboarding/{formId}/company-info/logos/list': {
    ...ofForm,
    summary: 'The logos',
    data: Type.Array(Logo),
  },
  'POST /api/onboarding/{formId}/company-info/logos': {
    ...ofForm,
    summary: 'Adds logos: multipart with one or more images',
    data: Type.Array(Logo),
  },
  'DELETE /api/onboarding/{formId}/company-info/logos/{logoId}': {
    tag,
    access: signedIn,
    params: object({ formId: Id, logoId: Id }),
    summary: 'Deletes a logo',
    data: Type.Null(),
  },
  'GET /api/onboarding/{id}/company-contacts': {
    ...byId,
    summary: 'The contacts',
    data: Type.Array(Contact),
  },
  'POST /api/onboarding/{id}/company-contacts': {
    ...byId,
    summary: 'Replaces the contacts',
    query: object({
      version: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'Of the form when the list was read: 409 if it has changed',
        }),
      ),
    }),
    body: ContactsInput,
    data: saved(Type.Array(Contact)),
  },
  'GET /api/onboarding/{formId}/content-info': { ...ofForm, summary: 'Content info', data: ContentInfo },
  'PATCH /api/onboarding/{formId}/content-info': {
    ...ofForm,
    summary: 'Saves the sent fields of the content info',
    body: ContentInfoChange,
    data: saved(ContentInfo),
  },
  'GET /api/onboarding/{formId}/content/list': {
    ...ofForm,
    summary: 'The content',
    data: Type.Array(ContentItem),
  },
  'GET /api/onboarding/{formId}/content/{contentId}': {
    ...ofContent,
    summary: 'One content item',
    data: ContentItem,
  },
  'POST /api/onboarding/{formId}/content': {
    ...ofForm,
    summary: 'Adds a content item, or changes the one with the id; as JSON or multipart',
    body: ContentInput,
    data: ContentItem,
  },
  'DELETE /api/onboarding/{formId}/content/{contentId}': {
    ...ofContent,
    summary: 'Deletes a content item with its files',
    data: Type.Null(),
  },
  'DELETE /api/onboarding/{formId}/content/{contentId}/file/{fileId}': {
    tag,
    access: signedIn,
    params: object({ formId: Id, contentId: Id, fileId: Id }),
    summary: 'Deletes a file',
    data: Type.Null(),
  },
  'POST /api/onboarding/{formId}/file/{fileId}/allow': {
    tag,
    access: atLeast('Internal'),
    params: object({ formId: Id, fileId: Id }),
    summary: 'Lets everybody who sees the form open a file that was not scanned for viruses',
    data: Type.Null(),
  },
  'POST /api/onboarding/{formId}/content/{contentId}/file/upload': {
    ...ofContent,
    summary: 'Begins an upload, or returns the open one of the same file',
    body: object({
      fileName: Type.String({ minLength: 1, maxLength: 400 }),
      fileSize: Type.Integer({ minimum: 0 }),
      fingerprint: Type.String({ minLength: 1, maxLength: 128 }),
    }),
    data: Upload,
  },
  'GET /api/onboarding/{formId}/content/{contentId}/file/upload/{uploadId}': {
    ...ofUpload,
    summary: 'How far an upload is',
    data: Upload,
  },
  'DELETE /api/onboarding/{formId}/content/{contentId}/file/upload/{uploadId}': {
    ...ofUpload,
    summary: 'Cancels an upload',
    data: Type.Null(),
  },
  'POST /api/onboarding/{formId}/content/{contentId}/file/chunk': {
    ...ofContent,
    summary: 'Takes one chunk: multipart with file, fileName, chunkIndex from 0, totalChunks, uploadId',
    data: ChunkAnswer,
  },
} as const satisfies Record<string, CallDefinition>;
