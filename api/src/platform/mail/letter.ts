// The layout of every mail. Tables, because some mail programs know little else; the colors of dark mode are in a style
// sheet, which programs without dark mode may ignore.
import { escapeHtml } from './escape-html.ts';
import type { Mail } from './mail.ts';

export interface MailRow {
  readonly title: string;
  readonly detail: string;
}

export interface Letter {
  readonly heading?: string;
  readonly greeting?: string;
  /** What a person wrote, as clean HTML and as text. */
  readonly message?: { readonly html: string; readonly text: string };
  /** The first one is also what lists of mails show. */
  readonly paragraphs?: readonly string[];
  /** What the mail is about, set apart. */
  readonly card?: { readonly title: string; readonly lines: readonly string[] };
  readonly rows?: readonly MailRow[];
  /** How much there is besides the rows. */
  readonly more?: number;
  /** The text of `link`; without them the mail has no page to open. */
  readonly button?: string;
  readonly link?: string;
  readonly footer?: readonly string[];
  /** The address for questions, in the footer. */
  readonly support?: string;
  /** The last line of the footer. */
  readonly unsubscribe?: { readonly text: string; readonly link: string };
}

/** Rows that a mail lists. */
export const maxMailRows = 20;

const formatMore = ({ more = 0 }: Letter): string[] =>
  more > 0 ? [`and ${more.toLocaleString('en-US')} more`] : [];

const listParagraphs = ({ greeting, paragraphs = [] }: Letter): string[] => [
  ...(greeting === undefined ? [] : [greeting]),
  ...paragraphs,
];

const listFooter = ({ footer = [], support }: Letter): string[] => [
  ...footer,
  ...(support === undefined ? [] : [`Questions? Write to ${support}.`]),
];

const renderText = (letter: Letter): string => {
  const { heading, message, card, rows = [], button, link, unsubscribe } = letter;
  const list = [...rows.map(({ title, detail }) => `- ${title}\n  ${detail}`), ...formatMore(letter)];
  const parts = [
    heading,
    message?.text,
    ...listParagraphs(letter),
    card && [card.title, ...card.lines].join('\n'),
    list.join('\n'),
    link && `${button}:\n${link}`,
    ...listFooter(letter),
    unsubscribe && `${unsubscribe.text}:\n${unsubscribe.link}`,
  ];
  return `${parts.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`;
};

/** The product's colors, from `shared-ui/src/theme/palette.ts`, which a test compares. */
const light = {
  bg: '#F4F2EC',
  surface: '#FFFFFF',
  sunken: '#FAF9F5',
  border: '#E3E0D6',
  text: '#17222A',
  textMuted: '#515C64',
  accent: '#0B5C60',
  accentText: '#0A5256',
  onAccent: '#FFFFFF',
} as const;
type MailColor = keyof typeof light;
const dark: Record<MailColor, string> = {
  bg: '#0D1316',
  surface: '#141C20',
  sunken: '#10171A',
  border: '#263138',
  text: '#E9EDEC',
  textMuted: '#A9B5BA',
  accent: '#52C4BF',
  accentText: '#74D3CE',
  onAccent: '#06282A',
};
export const mailColors = { light, dark };

const style = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .outer { padding: 8px !important; } .sheet { padding: 20px 16px !important; } .button { display: block !important; text-align: center; } }
@media (prefers-color-scheme: dark) {
  .page { background: ${dark.bg} !important; }
  .sheet { background: ${dark.surface} !important; }
  .text, .text p, .text li, .text h2, .text h3 { color: ${dark.text} !important; }
  .muted, .text blockquote { color: ${dark.textMuted} !important; }
  .line, .text blockquote { border-color: ${dark.border} !important; }
  .card { background: ${dark.sunken} !important; border-color: ${dark.border} !important; border-left-color: ${dark.accent} !important; }
  .button { background: ${dark.accent} !important; color: ${dark.onAccent} !important; }
  .link, .text a { color: ${dark.accentText} !important; }
}`;

/** Long names without spaces must not make the mail wider than a phone. */
const wrap = 'word-break:break-word;overflow-wrap:anywhere';

/** Mail programs do not reliably apply style sheets to what a person wrote. */
const messageStyles: Record<string, string> = {
  p: 'margin:0 0 14px',
  h2: 'margin:0 0 10px;font-size:20px;line-height:1.3;font-weight:bold',
  h3: 'margin:0 0 8px;font-size:17px;line-height:1.3;font-weight:bold',
  a: `color:${light.accentText};text-decoration:underline`,
  ul: 'margin:0 0 14px;padding-left:24px;list-style-type:disc',
  ol: 'margin:0 0 14px;padding-left:24px;list-style-type:decimal',
  li: 'margin:0 0 4px',
  blockquote: `margin:0 0 14px;padding:2px 0 2px 14px;border-left:3px solid ${light.border};color:${light.textMuted}`,
};

/** Items and quotes already have margins. */
const closeParagraphs = (clean: string): string =>
  clean.replace(/(<(?:li|blockquote)>)<p>/g, '$1<p style="margin:0">');

/** Clean HTML has angle brackets around tags only. */
const renderMessage = ({ message }: Letter): string => {
  if (!message?.html) return '';
  const styled = closeParagraphs(message.html).replace(/<([a-z]+\d?)(?= href|>)/g, (tag, name: string) =>
    messageStyles[name] ? `<${name} style="${messageStyles[name]}"` : tag,
  );
  return `<div class="text" style="margin:0 0 24px;color:${light.text};${wrap}">${styled}</div>`;
};

const renderCard = ({ card }: Letter): string => {
  if (!card) return '';
  const lines = card.lines.map(
    (line) =>
      `<p class="muted" style="margin:4px 0 0;font-size:14px;color:${light.textMuted};${wrap}">${escapeHtml(line)}</p>`,
  );
  return `<div class="card" style="margin:0 0 24px;padding:16px 18px;background:${light.sunken};border:1px solid ${light.border};border-left:4px solid ${light.accent};border-radius:6px">
<p class="text" style="margin:0;font-weight:bold;color:${light.text};${wrap}">${escapeHtml(card.title)}</p>
${lines.join('\n')}
</div>`;
};

const renderRow = ({
  title,
  detail,
}: MailRow): string => `<tr><td class="line" style="padding:10px 0;border-bottom:1px solid ${light.border};${wrap}">
<div class="text" style="font-weight:bold;color:${light.text}">${escapeHtml(title)}</div>
<div class="muted" style="font-size:14px;color:${light.textMuted}">${escapeHtml(detail)}</div></td></tr>`;

const renderRows = (letter: Letter): string => {
  const rows = (letter.rows ?? []).map(renderRow);
  const more = formatMore(letter).map(
    (text) =>
      `<tr><td class="muted" style="padding:10px 0;color:${light.textMuted}">${escapeHtml(text)}</td></tr>`,
  );
  if (rows.length === 0) return '';
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px;border-collapse:collapse">
${[...rows, ...more].join('\n')}
</table>`;
};

const renderFooter = (letter: Letter): string => {
  const { unsubscribe } = letter;
  const lines = listFooter(letter).map(escapeHtml);
  const link = unsubscribe
    ? [
        `<a class="link" href="${escapeHtml(unsubscribe.link)}" style="color:${light.accentText}">${escapeHtml(unsubscribe.text)}</a>`,
      ]
    : [];
  return [...lines, ...link]
    .map(
      (line) =>
        `<p class="muted" style="margin:0 0 8px;font-size:13px;color:${light.textMuted};${wrap}">${line}</p>`,
    )
    .join('\n');
};

const renderHeading = ({ heading }: Letter): string =>
  heading === undefined
    ? ''
    : `<h1 class="text" style="margin:0 0 16px;font-size:20px;line-height:1.3;color:${light.text};${wrap}">${escapeHtml(heading)}</h1>`;

const renderParagraph = (text: string): string =>
  `<p class="text" style="margin:0 0 16px;color:${light.text};${wrap}">${escapeHtml(text)}</p>`;

const renderButton = ({ button = '', link }: Letter): string =>
  link === undefined
    ? ''
    : `<p style="margin:0 0 24px"><a class="button" href="${escapeHtml(link)}"
 style="display:inline-block;padding:12px 20px;background:${light.accent};color:${light.onAccent};border-radius:6px;text-decoration:none">${escapeHtml(button)}</a></p>`;

const renderHtml = (letter: Letter): string => {
  const summary = letter.paragraphs?.[0] ?? letter.card?.title ?? '';
  const content = [
    renderHeading(letter),
    renderMessage(letter),
    ...listParagraphs(letter).map(renderParagraph),
    renderCard(letter),
    renderRows(letter),
    renderButton(letter),
    renderFooter(letter),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(letter.heading ?? summary)}</title>
<style>${style}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${light.bg}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(summary)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${light.bg}">
<tr><td class="outer" align="center" style="padding:24px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td class="sheet" style="padding:32px;background:${light.surface};border-radius:8px;font:16px/1.5 Helvetica,Arial,sans-serif;text-align:left">
${content.filter((part) => part !== '').join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
};

/** The body of a mail. */
export const letterBody = (letter: Letter): Pick<Mail, 'text' | 'html'> => ({
  text: renderText(letter),
  html: renderHtml(letter),
});

/** Says that a file is attached. */
export const writeAttached = (name: string): string => `The file ${name} is attached.`;

/** A subject is one line. */
export const formatSubject = (text: string): string => text.replace(/\s+/g, ' ').trim();
