import { marketingPages } from '@readerlens/contract/marketing-pages';
import { pageMailEndedMessage } from '@readerlens/contract/marketing/messages';
import { formatDays } from '@readerlens/contract/numbers';
import { formatDay } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { createDimensionNamesSource } from '../../../activities/dimension-names.ts';
import { selectionWords } from '../../../activities/filter-words.ts';
import { createTermNames } from '../../../activities/lookups/term-names.ts';
import type { MarketingSelection } from '../../../activities/marketing-selection.ts';
import { readNamedLists } from '../../../activities/account-lists/filtered-lists.ts';
import { selectEngagements } from '../../../activities/select-engagements.ts';
import { selectStored } from '../../../activities/select-stored.ts';
import { deliveryPauseSeconds, sendingLeaseSeconds } from '../../../deadlines.ts';
import { pdfMediaType, readHelp } from '../../../outputs/activity-sheet/sheets-pdf.ts';
import { sheetDate } from '../../../outputs/activity-sheet/sheet.ts';
import type { PageSheet } from '../../../outputs/page-sheet/page-sheet.ts';
import { writePageSheet } from '../../../outputs/page-sheet/write-page-sheet.ts';
import { findCostClient, findCostPayer } from '../../../people/client-costs.ts';
import { buildOwnerSession, scopeOfUser } from '../../../people/owner.ts';
import type { Session } from '../../../people/session.ts';
import { safeFileName } from '../../../platform/files/index.ts';
import { skipRun } from '../../../platform/jobs/index.ts';
import type { LeasedRun, SingleKind } from '../../../platform/jobs/index.ts';
import { deliverByMail } from '../../../platform/mail/deliveries.ts';
import type { MailAttachment } from '../../../platform/mail/mail.ts';
import { createFailureHandlers, deletedOwnerProblem } from '../../../sendings/owner-notices.ts';
import type { SendingServices } from '../../../sendings/services.ts';
import { noFeatureMessage } from '../data-access.ts';
import { readPageContent } from './page-content.ts';
import type { PageContent } from './page-content.ts';
import { composePageMail } from './page-letter.ts';
import { pageMailNotSent } from './page-mail-notice.ts';
import { findPageMail, pageMailKindName } from './page-mail.store.ts';
import type { PageMailRow } from './page-mail.store.ts';
import { buildPageAddress, createPageDescriptions, readMailModel } from './page-mail-view.ts';

interface Found {
  readonly mail: PageMailRow;
  readonly session: Session;
  readonly model: FilterModel;
  readonly selection: MarketingSelection;
}

/** What a run sends, or why it sends nothing. Rights are those of the owner now. */
const find = async (parts: SendingServices, run: LeasedRun): Promise<Found | { skipped: string }> => {
  const { db, config, clientCosts } = parts;
  const mail = await findPageMail(db.kysely, run.ownerId);
  if (!mail) return skipRun(pageMailEndedMessage);
  if (!config.public.features.marketingPerformance) return skipRun(noFeatureMessage);
  const owner = await scopeOfUser(mail.owner_id, parts);
  if (!owner?.user.is_active) return skipRun(deletedOwnerProblem);
  const session = buildOwnerSession(owner);
  clientCosts.setPayer(run, findCostPayer(session));
  if (!session.claims.includes('accessMarketingPerformance'))
    return skipRun('You may no longer use Marketing Performance.');
  const catalogue = await parts.catalogue();
  const now = run.slotAt;
  const { scope } = owner;
  const model = readMailModel(mail, catalogue);
  const stored = { filters: mail.filters, activityTypes: mail.activity_types };
  const lists = await readNamedLists(parts.db.kysely, [mail.filters]);
  // The page drops filters that its reader may not use, and would then show more than was scheduled.
  if (!selectStored(stored, { scope, catalogue, now, lists }).ok)
    return skipRun(
      'You may no longer use some of its clients or filters. Schedule the page again without them.',
    );
  const options = { scope, blinded: false, catalogue, now, form: 'dashboard', lists } as const;
  const selection = { ...selectEngagements(stored, options), today: formatDay(now) };
  return { mail, session, model, selection };
};

const writeLabels = (labels: readonly { readonly label: string; readonly text: string }[]): string[] =>
  labels.map(({ label, text }) => `${label}: ${text}`);

/** Sends pages of marketing performance. The owner of a run is the id of the scheduled mail. */
export const pageMailKind = (services: SendingServices): SingleKind => {
  const names = createDimensionNamesSource(services.db);
  const termNames = createTermNames(services);
  const descriptions = createPageDescriptions(services);
  const { config } = services;

  const describe = async ({ mail, session, selection }: Found) => {
    const request = { filters: mail.filters, activityTypes: mail.activity_types };
    const { catalogue } = selection;
    const rows = await selectionWords(request, selection, { catalogue, names: termNames, viewer: session });
    return rows.map(([label, text]) => [String(label), String(text)] as const);
  };

  const writeFile = async (
    title: string,
    { about, notes }: Pick<PageSheet, 'about' | 'notes'>,
    { figures, changes, table }: PageContent,
    now: Date,
  ): Promise<MailAttachment> => ({
    name: `${safeFileName(title)}.pdf`,
    mediaType: pdfMediaType,
    content: await writePageSheet({
      title,
      notes,
      figures,
      tables: [changes, table].filter((each) => each !== undefined),
      date: sheetDate(now.toISOString()),
      about,
      help: readHelp(config),
    }),
  });

  return {
    name: pageMailKindName,
    // A page takes several cores of the database for a moment, which dashboards need as well.
    concurrency: 1,
    keepsLease: true,
    leaseSeconds: sendingLeaseSeconds,
    pauses: deliveryPauseSeconds,
    keepDays: config.retention.sendings,
    async handle(run, { db }) {
      const found = await find({ ...services, db }, run);
      if ('skipped' in found) return found;
      const { mail, session, model, selection } = found;
      const { kysely } = db;
      const { title } = marketingPages[mail.page];
      const { choice } = mail;
      const question = { kysely, names, session, filters: model.filters, selection, choice };
      const content = await readPageContent(mail.page, question);
      const about = await describe(found);
      const sides = await descriptions.describeSides(mail, session);
      const file =
        content.empty === undefined
          ? await writeFile(title, { about, notes: writeLabels(sides) }, content, run.slotAt)
          : undefined;
      const { from, to } = selection.range;
      const letter = composePageMail({
        title,
        dates: formatDays(from, to),
        about: writeLabels(await descriptions.describe(mail, session)),
        content,
        ...(file ? { attached: file.name } : {}),
        link: `${config.publicUrl}${buildPageAddress(mail, model)}`,
        supportEmail: config.public.support.email,
      });
      return {
        result: { figures: content.figures.length },
        async effects(trx) {
          const attachments = file ? [file] : [];
          const sent = {
            ...letter,
            to: session.user.email,
            item: '',
            attachments,
            run,
            kind: 'pageMail',
            sender: null,
            clientId: findCostClient(session),
          } as const;
          await deliverByMail(services, trx, [sent]);
        },
      };
    },
    ...createFailureHandlers(services, {
      async failedRun(trx, { ownerId }) {
        const mail = await findPageMail(trx, ownerId);
        return mail && { ownerId: mail.owner_id, clientId: null, notice: pageMailNotSent(mail.page) };
      },
      // The only recipient is the owner, whom no other mail reaches either. The list of mails says so.
      undeliveredMail: async () => undefined,
    }),
  };
};
