import { isStaff } from '@readerlens/contract';
import type {
  CompanyInfo,
  Contact,
  ContentInfo,
  ContentItem,
  GeneralInfo,
  OnboardingForm,
} from '@readerlens/contract';
import type { Kysely, Selectable } from 'kysely';
import { onboardingFileLinkMinutes } from '../../deadlines.ts';
import { clientPseudonym, maskedText } from '../../people/blinding/pseudonyms.ts';
import { parseIds } from '../../people/named.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import type { Schema } from '../../platform/db/index.ts';
import { secondsAfter } from '../../platform/time.ts';
import { readClientProfile } from './client-profile-view.ts';
import { emptyCompany, emptyContentInfo, emptyGeneral } from './empty-parts.ts';
import { readPart } from './form-parts.ts';
import { formStatus } from './form-status.ts';
import type { FormRow } from './onboarding.policy.ts';
import { showReminder } from './reminders.ts';

type Viewer = Pick<Session, 'blinded' | 'role'>;
type FileRow = Selectable<Schema['onboarding_file']>;
type NewLogoRow = Selectable<Schema['onboarding_new_logo']>;
type ContactRow = Selectable<Schema['onboarding_contact']>;
type ContentRow = Selectable<Schema['onboarding_content']>;

/** Hides a text that may name somebody; nothing stays nothing. */
const maskText = (text: string, { blinded }: Viewer): string => (blinded && text !== '' ? maskedText : text);

const maskTexts = <Fields extends object>(fields: Fields, viewer: Viewer): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? maskText(value, viewer) : value,
    ]),
  ) as Fields;

const showContact = ({ id, first_name, last_name, email }: ContactRow, viewer: Viewer): Contact => ({
  id,
  firstName: maskText(first_name, viewer),
  lastName: maskText(last_name, viewer),
  email: maskText(email, viewer),
});

export const showContentInfo = (form: FormRow, viewer: Viewer): ContentInfo => {
  const { websiteReview, comment } = readPart(form, 'content_info', emptyContentInfo);
  return {
    id: form.id,
    companyId: String(form.client_id),
    websiteReview,
    comment: maskText(comment, viewer),
  };
};

/** Reads the parts of forms as a viewer may see them. */
export const createFormViews = ({ db, fileLinks, jobs }: Pick<Services, 'db' | 'fileLinks' | 'jobs'>) => {
  /**
   * A link that expires; none in Blinded Mode, because a file may show anything, and to a file that is held for staff
   * alone.
   */
  const linkTo = (
    { id: fileId, is_held }: Pick<FileRow, 'id' | 'is_held'>,
    { blinded, role }: Viewer,
  ): string | null => {
    if (blinded || (is_held && !isStaff(role))) return null;
    const expiresAt = secondsAfter(jobs.clock(), onboardingFileLinkMinutes * 60);
    return `/api/files/${fileLinks.sign({ fileId, purpose: 'download', expiresAt })}`;
  };

  const readFiles = (kysely: Kysely<Schema>, formId: string) =>
    kysely
      .selectFrom('onboarding_file')
      .selectAll()
      .where('form_id', '=', formId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();

  const showFile = (file: FileRow, viewer: Viewer) => ({
    id: file.id,
    name: maskText(file.name, viewer),
    fileUrl: linkTo(file, viewer),
    fileType: file.media_type,
    isImage: file.media_type.startsWith('image/'),
    size: file.size,
    isHeld: file.is_held,
  });

  const showLogo = (file: FileRow, viewer: Viewer) => ({
    id: file.id,
    name: maskText(file.name, viewer),
    logoUrl: linkTo(file, viewer),
    size: file.size,
    isHeld: file.is_held,
    state: 'Ready' as const,
    problem: null,
  });

  /** A logo that has arrived, and that nobody can open yet. */
  const showNewLogo = ({ id, name, size, problem }: NewLogoRow, viewer: Viewer) => ({
    id,
    name: maskText(name, viewer),
    logoUrl: null,
    size,
    isHeld: false,
    state: problem === null ? ('Preparing' as const) : ('Failed' as const),
    problem,
  });

  const logos = async (form: FormRow, viewer: Viewer) => {
    // In this order: what becomes ready in between is there twice rather than not at all.
    const arrived = await db.kysely
      .selectFrom('onboarding_new_logo')
      .selectAll()
      .where('form_id', '=', form.id)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    const ready = (await readFiles(db.kysely, form.id)).filter(({ content_id }) => content_id === null);
    return [
      ...ready.map((file) => showLogo(file, viewer)),
      ...arrived.map((logo) => showNewLogo(logo, viewer)),
    ];
  };

  const general = async (form: FormRow, viewer: Viewer): Promise<GeneralInfo> => {
    const stored = readPart(form, 'general', emptyGeneral);
    const ids = parseIds(stored.onlines);
    const communities =
      ids.length === 0
        ? []
        : await db.kysely
            .selectFrom('community')
            .select(['id', 'name'])
            .where('id', 'in', ids)
            .orderBy('name')
            .execute();
    return {
      ...maskTexts(stored, viewer),
      communities: communities.map(({ id, name }) => ({ id: String(id), name })),
      isNewclient: stored.isNewClient,
      purchasedMultipleOnlines: stored.purchaseMultipleOnlines,
    };
  };

  const company = async (form: FormRow, viewer: Viewer): Promise<CompanyInfo> => ({
    id: form.id,
    companyId: String(form.client_id),
    ...maskTexts(readPart(form, 'company', emptyCompany), viewer),
    logos: await logos(form, viewer),
  });

  const contacts = async (form: FormRow, viewer: Viewer): Promise<Contact[]> =>
    (
      await db.kysely
        .selectFrom('onboarding_contact')
        .selectAll()
        .where('form_id', '=', form.id)
        .orderBy('position')
        .execute()
    ).map((contact) => showContact(contact, viewer));

  const showContent = (row: ContentRow, files: readonly FileRow[], viewer: Viewer): ContentItem => {
    const own = files.filter(({ content_id }) => content_id === row.id).map((file) => showFile(file, viewer));
    return {
      id: row.id,
      title: maskText(row.title, viewer),
      url: maskText(row.url, viewer),
      keyword: maskText(row.keyword, viewer),
      fileUrl: own[0]?.fileUrl ?? null,
      uploadedFileUrls: own,
    };
  };

  const content = async (form: FormRow, viewer: Viewer): Promise<ContentItem[]> => {
    const files = await readFiles(db.kysely, form.id);
    const rows = await db.kysely
      .selectFrom('onboarding_content')
      .selectAll()
      .where('form_id', '=', form.id)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map((row) => showContent(row, files, viewer));
  };

  const clientName = async (clientId: number, { blinded }: Viewer): Promise<string> => {
    if (blinded) return clientPseudonym(clientId);
    const client = await db.kysely
      .selectFrom('client')
      .select('name')
      .where('id', '=', clientId)
      .executeTakeFirst();
    return client?.name ?? '';
  };

  const whole = async (form: FormRow, session: Viewer): Promise<OnboardingForm> => {
    const now = jobs.clock();
    const status = formStatus(form, now);
    const companyInfo = await company(form, session);
    const seesAll = isStaff(session.role);
    const known = seesAll
      ? await readClientProfile(db.kysely, form.client_setup?.clientId ?? form.client_id, session, linkTo)
      : undefined;
    return {
      id: form.id,
      userId: String(form.user_id),
      name: maskText(form.name, session),
      email: maskText(form.email, session),
      companyId: String(form.client_id),
      companyName: await clientName(form.client_id, session),
      senderEmail: maskText(form.sender_email, session),
      sentFromName: form.sent_from_name,
      sentAt: form.sent_at.toISOString(),
      expiresAt: form.expires_at.toISOString(),
      submittedAt: form.submitted_at?.toISOString() ?? null,
      lastActivity: form.last_activity_at.toISOString(),
      reminder: isStaff(session.role) ? showReminder(form) : null,
      ...status,
      mayEdit: !status.isSubmitted && !status.isExpired && !session.blinded,
      generalInfo: seesAll ? await general(form, session) : null,
      companyInfo,
      contacts: await contacts(form, session),
      contentInfo: showContentInfo(form, session),
      content: await content(form, session),
      logoUrls: companyInfo.logos.flatMap(({ logoUrl }) => logoUrl ?? []),
      clientSetUpAt: seesAll ? (form.client_set_up_at?.toISOString() ?? null) : null,
      clientProfile: known?.profile ?? null,
    };
  };

  return { whole, general, company, contacts, content, logos, linkTo };
};

export type FormViews = ReturnType<typeof createFormViews>;
