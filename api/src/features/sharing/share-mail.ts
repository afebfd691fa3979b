import type { ActivityView } from '../../activities/activity-view.ts';
import { sheetDate, sheetTitle } from '../../outputs/activity-sheet/sheet.ts';
import type { MailAttachment, MailPerson } from '../../platform/mail/mail.ts';
import { letterBody } from '../../platform/mail/letter.ts';
import { textOfHtml } from '../../outputs/clean-html.ts';

export interface ShareLetter {
  /** Clean HTML. */
  readonly body: string;
  readonly view: ActivityView;
  readonly author: MailPerson;
  readonly attachments: readonly MailAttachment[];
}

/** Composes the body of the mail that shares an activity. */
export const shareBody = ({ body, view, author: { name, address }, attachments }: ShareLetter) => {
  const lines = [
    [sheetDate(view.date), view.docTitle].filter(Boolean).join(' · '),
    ...(attachments.length > 0
      ? [`Attached: ${attachments.map((attachment) => attachment.name).join(', ')}`]
      : []),
  ];
  return letterBody({
    message: { html: body, text: textOfHtml(body) },
    card: { title: sheetTitle(view), lines },
    footer: [`${name} (${address}) shared this activity with you through Readerlens. Replies go to ${name}.`],
  });
};
