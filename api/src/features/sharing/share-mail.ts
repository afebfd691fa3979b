import type { ActivityView } from '../../core/activities/activity-view.ts';
import { sheetDate, sheetTitle } from '../../core/activity-sheet/sheet.ts';
import type { MailAttachment, MailPerson } from '../../platform/mail/mail.ts';
import { escapeHtml } from '../../platform/mail/templates.ts';
import { textOfHtml } from './clean-html.ts';

export interface ShareLetter {
  /** Clean HTML. */
  readonly body: string;
  readonly view: ActivityView;
  readonly author: MailPerson;
  readonly attachments: readonly MailAttachment[];
}

/** Mail clients do not reliably support style sheets. */
const inline: Record<string, string> = {
  p: 'margin:0 0 14px',
  h2: 'margin:0 0 10px;font-size:20px;line-height:1.3;font-weight:bold',
  h3: 'margin:0 0 8px;font-size:17px;line-height:1.3;font-weight:bold',
  a: 'color:#0b5c60;text-decoration:underline',
  ul: 'margin:0 0 14px;padding-left:24px;list-style-type:disc',
  ol: 'margin:0 0 14px;padding-left:24px;list-style-type:decimal',
  li: 'margin:0 0 4px',
  blockquote: 'margin:0 0 14px;padding:2px 0 2px 14px;border-left:3px solid #cbc7ba;color:#515c64',
};

/** Items and quotes already have margins. */
const closeParagraphs = (clean: string): string =>
  clean.replace(/(<(?:li|blockquote)>)<p>/g, '$1<p style="margin:0">');

/** Clean HTML has angle brackets around tags only. */
const styled = (clean: string): string =>
  closeParagraphs(clean).replace(/<([a-z]+\d?)(?= href|>)/g, (tag, name: string) =>
    inline[name] ? `<${name} style="${inline[name]}"` : tag,
  );

const cardOf = (view: ActivityView, attachments: readonly MailAttachment[]): string[] => [
  sheetTitle(view),
  [sheetDate(view.date), view.docTitle].filter(Boolean).join(' · '),
  ...(attachments.length > 0 ? [`Attached: ${attachments.map(({ name }) => name).join(', ')}`] : []),
];

const signature = ({ name, address }: MailPerson): string =>
  `${name} (${address}) shared this activity with you through Readerlens. Replies go to ${name}.`;

export const shareText = ({ body, view, author, attachments }: ShareLetter): string =>
  [textOfHtml(body), cardOf(view, attachments).join('\n'), signature(author)]
    .filter((part) => part !== '')
    .join('\n\n') + '\n';

export const shareHtml = ({ body, view, author, attachments }: ShareLetter): string => {
  const [title = '', ...lines] = cardOf(view, attachments).map(escapeHtml);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;background:#f4f2ec;font:16px/1.5 Helvetica,Arial,sans-serif;color:#17222a">
<div style="max-width:600px;margin:0 auto;padding:32px;background:#fff;border-radius:10px">
${styled(body)}
<div style="margin:${body === '' ? '0' : '24px 0 0'};padding:16px 18px;background:#faf9f5;border:1px solid #e3e0d6;border-left:4px solid #0b5c60;border-radius:6px">
<p style="margin:0 0 4px;font-weight:bold">${title}</p>
${lines.map((line) => `<p style="margin:0;font-size:14px;color:#515c64">${line}</p>`).join('\n')}
</div>
<p style="margin:24px 0 0;font-size:13px;color:#626b71">${escapeHtml(signature(author))}</p>
</div>
</body>
</html>
`;
};
