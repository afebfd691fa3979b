import { fileGoneMessage } from '@readerlens/contract/messages';
import type { OnboardingDownloadFormat } from '@readerlens/contract';
import { onboardingFileLinkMinutes } from '../../deadlines.ts';
import { pdfMediaType, readHelp } from '../../outputs/activity-sheet/sheets-pdf.ts';
import { writeFormSheet } from '../../outputs/form-sheet/write-form-sheet.ts';
import type { Services } from '../../people/services.ts';
import type { Session } from '../../people/session.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import { forbidden, notFound } from '../../platform/http/errors.ts';
import type { FileResponse } from '../../platform/http/route.ts';
import {
  checkExpiry,
  createSignedTokens,
  formatExpiry,
  invalidLink,
} from '../../platform/links/signed-token.ts';
import { secondsAfter } from '../../platform/time.ts';
import { safeFileName } from './file-names.ts';
import type { FormViews } from './form-view.ts';
import { findForm } from './onboarding.policy.ts';
import { submissionSheet } from './submission-sheet.ts';
import { writeSubmissionZip } from './submission-zip.ts';

type Parts = Pick<Services, 'db' | 'jobs' | 'files' | 'audit' | 'secrets' | 'users' | 'config'> & {
  readonly views: FormViews;
};

/** A form as a PDF, alone or in a zip with its files. */
export const createDownloads = ({ db, jobs, files, audit, secrets, users, config, views }: Parts) => {
  const tokens = createSignedTokens(secrets.deriveLinkKeys('onboarding download'));

  return {
    /**
     * The address of a download. It is a link of its own, because a browser that stores a file of gigabytes sends no session.
     * @throws AppError 403 in Blinded Mode, because a file may show anything, and for the form of somebody else; 404
     */
    async link(id: string, format: OnboardingDownloadFormat, session: Session): Promise<string> {
      const form = await findForm(db.kysely, id, session);
      if (session.blinded) throw forbidden('Onboarding forms cannot be downloaded in Blinded Mode.');
      const expiresAt = secondsAfter(jobs.clock(), onboardingFileLinkMinutes * 60);
      await audit.record({
        action: 'onboarding.download',
        ...auditedIdentities(session),
        detail: { form: form.id, format },
      });
      const token = tokens.sign([form.id, format, String(session.user.id), formatExpiry(expiresAt)]);
      return `/api/onboarding-download/${token}`;
    },

    /**
     * The file of a link: what the person who asked for it may see now.
     * @throws AppError 400 `invalid_token`, 403 and 404 if they may no longer see the form
     */
    async open(token: string): Promise<FileResponse> {
      const [formId, format, userId, seconds] = tokens.read(token) ?? [];
      if (formId === undefined || userId === undefined || seconds === undefined) throw invalidLink();
      checkExpiry(seconds, jobs.clock());
      const user = (await users.find(Number(userId)))?.user;
      if (!user?.is_active) throw notFound(fileGoneMessage);
      const viewer = { user, role: user.role, blinded: false };
      const form = await views.whole(await findForm(db.kysely, formId, viewer), viewer);
      const document = await writeFormSheet(submissionSheet(form, readHelp(config)));
      const name = safeFileName(`Onboarding ${form.companyName}`);
      if (format === 'pdf') return { name: `${name}.pdf`, mediaType: pdfMediaType, content: document };
      return { name: `${name}.zip`, ...(await writeSubmissionZip(files, form, document)) };
    },
  };
};
