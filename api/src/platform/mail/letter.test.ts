import { readFileSync } from 'node:fs';
import { formatSubject, letterBody, mailColors } from './letter.ts';
import type { Letter } from './letter.ts';

const letter: Letter = {
  heading: 'Visits <of> Acme & "Co"',
  paragraphs: ['2 readers had at least 5 activities in 2 months.', 'Attached.'],
  rows: [
    { title: 'Ada Löwe', detail: '9 activities in 2 months' },
    { title: '<b>Bo</b>', detail: '5 activities in 2 months' },
  ],
  more: 1200,
  button: 'Open the results',
  link: 'https://app.example/notifications/dashboard/1/2',
  footer: ['The link works for 30 days.'],
  support: 'support@app.example',
  unsubscribe: { text: 'Unsubscribe from this alert', link: 'https://app.example/unsubscribe/token' },
};

const channel = (value: number): number =>
  value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
};
const contrast = (a: string, b: string): number => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
};

describe('mails', () => {
  const { html, text } = letterBody(letter);

  it('have a text for programs without HTML', () => {
    expect(text).toBe(`Visits <of> Acme & "Co"

2 readers had at least 5 activities in 2 months.

Attached.

- Ada Löwe
  9 activities in 2 months
- <b>Bo</b>
  5 activities in 2 months
and 1,200 more

Open the results:
https://app.example/notifications/dashboard/1/2

The link works for 30 days.

Questions? Write to support@app.example.

Unsubscribe from this alert:
https://app.example/unsubscribe/token
`);
  });

  it('show every text as text, and quote every link', () => {
    const markup = (place: string) => `<b title="${place}">&`;
    const planted = letterBody({
      heading: markup('heading'),
      greeting: markup('greeting'),
      message: { html: '<p>clean</p>', text: 'clean' },
      card: { title: markup('card'), lines: [markup('line')] },
      paragraphs: [markup('first'), markup('second')],
      rows: [{ title: markup('title'), detail: markup('detail') }],
      more: 1,
      button: markup('button'),
      link: `https://app.example/?${markup('link')}`,
      footer: [markup('footer')],
      support: markup('support'),
      unsubscribe: { text: markup('unsubscribe'), link: `https://app.example/?${markup('end')}` },
    });
    expect(planted.html).not.toContain('<b ');
    const shown = [...planted.html.matchAll(/&lt;b title=&quot;(\w+)&quot;&gt;&amp;/g)].map(
      ([, place = '']) => place,
    );
    expect(shown.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'button',
      'card',
      'detail',
      'end',
      'first',
      'first',
      'footer',
      'greeting',
      'heading',
      'heading',
      'line',
      'link',
      'second',
      'support',
      'title',
      'unsubscribe',
    ]);
  });

  it('link the notification and the page to unsubscribe', () => {
    const links = [...html.matchAll(/href="([^"]+)"[^>]*>([^<]+)</g)].map(([, link, label]) => [label, link]);
    expect(links).toEqual([
      ['Open the results', letter.link],
      ['Unsubscribe from this alert', letter.unsubscribe?.link],
    ]);
  });

  it('leave out what there is not', () => {
    const { rows: _, more: __, unsubscribe: ___, ...short } = letter;
    const body = letterBody(short);
    expect(body.text).not.toContain('more');
    expect(body.html).not.toContain('Unsubscribe');
    expect(body.html.match(/<table/g)).toHaveLength(2);
  });

  it('have a subject of one line', () => {
    expect(formatSubject(' Alert: a\r\nBcc: b ')).toBe('Alert: a Bcc: b');
  });

  it('fit a phone: nothing has a fixed width, and long names wrap', () => {
    expect(html).toContain('name="viewport" content="width=device-width, initial-scale=1"');
    expect(
      [...html.matchAll(/(?:^|[^-])width[=:]\s*"?([^";)]+)/g)].map(([, width]) => width?.trim()),
    ).toEqual(expect.arrayContaining(['100%']));
    expect(html).not.toMatch(/[^-]width[=:]\s*"?\d+(?:px|")/);
    expect(html.match(/overflow-wrap:anywhere/g)?.length).toBeGreaterThan(5);
  });

  it('format what a person wrote, and say it in the text', () => {
    const body = letterBody({
      message: {
        html: '<p>See <a href="https://x.example">this</a></p><blockquote><p>Quoted</p></blockquote>',
        text: 'See this',
      },
      card: { title: 'Webinar', lines: ['12 March', 'Attached: a.pdf'] },
    });
    expect(body.text).toBe('See this\n\nWebinar\n12 March\nAttached: a.pdf\n');
    expect(body.html).toContain(
      '<p style="margin:0 0 14px">See <a style="color:#0A5256;text-decoration:underline"',
    );
    expect(body.html).toMatch(/<blockquote style="[^"]+"><p style="margin:0">Quoted/);
  });

  it.each(['light', 'dark'] as const)('can be read in %s mode', (mode) => {
    const colors =
      mode === 'dark' ? /@media \(prefers-color-scheme: dark\)[\s\S]+?<\/style>/ : /<body[\s\S]+/;
    const full = letterBody({ ...letter, card: { title: 'Webinar', lines: ['12 March'] } });
    const used = colors.exec(full.html)?.[0] ?? '';
    const color = mailColors[mode];
    for (const each of Object.values(color)) expect(used).toContain(each);
    for (const background of [color.surface, color.sunken])
      for (const ink of [color.text, color.textMuted, color.accentText])
        expect(contrast(ink, background)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(color.accent, color.onAccent)).toBeGreaterThanOrEqual(4.5);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
  });

  it('have the colors of the product', () => {
    const source = readFileSync(
      new URL('../../../../shared-ui/src/theme/palette.ts', import.meta.url),
      'utf8',
    );
    const [, light = '', dark = ''] =
      /const light = \{([^}]+)\}[\s\S]+const dark[^{]+\{([^}]+)\}/.exec(source) ?? [];
    for (const [name, value] of Object.entries(mailColors.light))
      expect(light).toContain(` ${name}: '${value}'`);
    for (const [name, value] of Object.entries(mailColors.dark))
      expect(dark).toContain(` ${name}: '${value}'`);
  });
});
