import { letterBody, subjectOf } from './letter.ts';
import type { Letter } from './letter.ts';

const letter: Letter = {
  heading: 'Visits <of> Acme & "Co"',
  paragraphs: ['2 readers had at least 5 activities in 2 months.', 'Attached.'],
  rows: [
    { title: 'Ada Löwe', detail: '9 activities in 2 months' },
    { title: '<b>Bo</b>', detail: '5 activities in 2 months' },
  ],
  more: 1200,
  button: 'Open the notification',
  link: 'https://app.example/notifications/dashboard/1/2',
  footer: ['Questions? Write to support@app.example.'],
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

describe('mails about alerts', () => {
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

Open the notification:
https://app.example/notifications/dashboard/1/2

Questions? Write to support@app.example.

Unsubscribe from this alert:
https://app.example/unsubscribe/token
`);
  });

  it('show every text as text, and quote every link', () => {
    const markup = (place: string) => `<b title="${place}">&`;
    const planted = letterBody({
      heading: markup('heading'),
      paragraphs: [markup('first'), markup('second')],
      rows: [{ title: markup('title'), detail: markup('detail') }],
      more: 1,
      button: markup('button'),
      link: `https://app.example/?${markup('link')}`,
      footer: [markup('footer')],
      unsubscribe: { text: markup('unsubscribe'), link: `https://app.example/?${markup('end')}` },
    });
    expect(planted.html).not.toContain('<b ');
    const shown = [...planted.html.matchAll(/&lt;b title=&quot;(\w+)&quot;&gt;&amp;/g)].map(
      ([, place = '']) => place,
    );
    expect(shown.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'button',
      'detail',
      'end',
      'first',
      'first',
      'footer',
      'heading',
      'heading',
      'link',
      'second',
      'title',
      'unsubscribe',
    ]);
  });

  it('link the notification and the page to unsubscribe', () => {
    const links = [...html.matchAll(/href="([^"]+)"[^>]*>([^<]+)</g)].map(([, link, label]) => [label, link]);
    expect(links).toEqual([
      ['Open the notification', letter.link],
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
    expect(subjectOf(' Alert: a\r\nBcc: b ')).toBe('Alert: a Bcc: b');
  });

  it('fit a phone: nothing has a fixed width, and long names wrap', () => {
    expect(html).toContain('name="viewport" content="width=device-width, initial-scale=1"');
    expect(
      [...html.matchAll(/(?:^|[^-])width[=:]\s*"?([^";)]+)/g)].map(([, width]) => width?.trim()),
    ).toEqual(expect.arrayContaining(['100%']));
    expect(html).not.toMatch(/[^-]width[=:]\s*"?\d+(?:px|")/);
    expect(html.match(/overflow-wrap:anywhere/g)?.length).toBeGreaterThan(5);
  });

  it.each([
    ['light', '#ffffff', ['#1c2733', '#515c64', '#1f5fa8']],
    ['dark', '#1c252d', ['#e8edf2', '#b3bfca', '#8ab8ee']],
  ] as const)('can be read in %s mode', (mode, background, texts) => {
    const colors =
      mode === 'dark' ? /@media \(prefers-color-scheme: dark\)[\s\S]+?<\/style>/ : /<body[\s\S]+/;
    const used = colors.exec(html)?.[0] ?? '';
    for (const color of [background, ...texts]) expect(used).toContain(color);
    for (const color of texts) expect(contrast(color, background)).toBeGreaterThanOrEqual(4.5);
    const [button, label] = mode === 'dark' ? ['#8ab8ee', '#10202f'] : ['#1f5fa8', '#ffffff'];
    expect(contrast(button ?? '', label ?? '')).toBeGreaterThanOrEqual(4.5);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
  });
});
