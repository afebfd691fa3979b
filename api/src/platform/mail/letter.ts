// The layout of mails about results. Tables, because some mail programs know little else; the colors for dark mode are in a
// style sheet, which programs without dark mode may ignore.
import type { Mail } from './mail.ts';
import { escapeHtml } from './templates.ts';

export interface MailRow {
  readonly title: string;
  readonly detail: string;
}

export interface Letter {
  readonly heading: string;
  /** The first one is also what lists of mails show. */
  readonly paragraphs: readonly string[];
  readonly rows?: readonly MailRow[];
  /** How much there is besides the rows. */
  readonly more?: number;
  /** The text of `link`; without them the mail has no page to open. */
  readonly button?: string;
  readonly link?: string;
  readonly footer: readonly string[];
  /** The last line of the footer. */
  readonly unsubscribe?: { readonly text: string; readonly link: string };
}

/** Rows that a mail lists. */
export const maxMailRows = 20;

const moreText = ({ more = 0 }: Letter): string[] =>
  more > 0 ? [`and ${more.toLocaleString('en-US')} more`] : [];

const textOf = (letter: Letter): string => {
  const { heading, paragraphs, rows = [], button, link, footer, unsubscribe } = letter;
  const list = [...rows.map(({ title, detail }) => `- ${title}\n  ${detail}`), ...moreText(letter)];
  return (
    [
      heading,
      ...paragraphs,
      ...(list.length > 0 ? [list.join('\n')] : []),
      ...(link === undefined ? [] : [`${button}:\n${link}`]),
      ...footer,
      ...(unsubscribe ? [`${unsubscribe.text}:\n${unsubscribe.link}`] : []),
    ].join('\n\n') + '\n'
  );
};

const style = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .outer { padding: 8px !important; } .card { padding: 20px 16px !important; } .button { display: block !important; text-align: center; } }
@media (prefers-color-scheme: dark) {
  .page { background: #12181e !important; }
  .card { background: #1c252d !important; }
  .text { color: #e8edf2 !important; }
  .muted { color: #b3bfca !important; }
  .line { border-color: #36434f !important; }
  .button { background: #8ab8ee !important; color: #10202f !important; }
  .link { color: #8ab8ee !important; }
}`;

/** Long names without spaces must not make the mail wider than a phone. */
const wrap = 'word-break:break-word;overflow-wrap:anywhere';

const rowHtml = ({
  title,
  detail,
}: MailRow): string => `<tr><td class="line" style="padding:10px 0;border-bottom:1px solid #dde2e6;${wrap}">
<div class="text" style="font-weight:bold;color:#1c2733">${escapeHtml(title)}</div>
<div class="muted" style="font-size:14px;color:#515c64">${escapeHtml(detail)}</div></td></tr>`;

const listHtml = (letter: Letter): string => {
  const rows = (letter.rows ?? []).map(rowHtml);
  const more = moreText(letter).map(
    (text) => `<tr><td class="muted" style="padding:10px 0;color:#515c64">${escapeHtml(text)}</td></tr>`,
  );
  if (rows.length === 0) return '';
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px;border-collapse:collapse">
${[...rows, ...more].join('\n')}
</table>`;
};

const footerHtml = ({ footer, unsubscribe }: Letter): string => {
  const lines = footer.map(escapeHtml);
  const link = unsubscribe
    ? [
        `<a class="link" href="${escapeHtml(unsubscribe.link)}" style="color:#1f5fa8">${escapeHtml(unsubscribe.text)}</a>`,
      ]
    : [];
  return [...lines, ...link]
    .map((line) => `<p class="muted" style="margin:0 0 8px;font-size:13px;color:#515c64;${wrap}">${line}</p>`)
    .join('\n');
};

const paragraphHtml = (text: string): string =>
  `<p class="text" style="margin:0 0 16px;color:#1c2733;${wrap}">${escapeHtml(text)}</p>`;

const buttonHtml = ({ button = '', link }: Letter): string =>
  link === undefined
    ? ''
    : `<p style="margin:0 0 24px"><a class="button" href="${escapeHtml(link)}"
 style="display:inline-block;padding:12px 20px;background:#1f5fa8;color:#ffffff;border-radius:6px;text-decoration:none">${escapeHtml(button)}</a></p>`;

const htmlOf = (letter: Letter): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(letter.heading)}</title>
<style>${style}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f6f8">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(letter.paragraphs[0] ?? '')}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f6f8">
<tr><td class="outer" align="center" style="padding:24px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td class="card" style="padding:32px;background:#ffffff;border-radius:8px;font:16px/1.5 Helvetica,Arial,sans-serif;text-align:left">
<h1 class="text" style="margin:0 0 16px;font-size:20px;line-height:1.3;color:#1c2733;${wrap}">${escapeHtml(letter.heading)}</h1>
${letter.paragraphs.map(paragraphHtml).join('\n')}
${listHtml(letter)}
${buttonHtml(letter)}
${footerHtml(letter)}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;

/** The body of a mail. */
export const letterBody = (letter: Letter): Pick<Mail, 'text' | 'html'> => ({
  text: textOf(letter),
  html: htmlOf(letter),
});

/** A subject is one line. */
export const subjectOf = (text: string): string => text.replace(/\s+/g, ' ').trim();
