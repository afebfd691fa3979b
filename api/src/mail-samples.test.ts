import PostalMime from 'postal-mime';
import { mailSamples } from './mail-samples.ts';
import { readConfig } from './platform/config.ts';
import { mailKinds } from './platform/mail/mail-limits.ts';
import { startMailServer } from './platform/mail/testing/mail-server.ts';
import { smtpTransport } from './platform/mail/transport.ts';
import { testApi } from './platform/testing/index.ts';

const samples = mailSamples(readConfig({ PUBLIC_URL: 'https://app.example' }));
const all = Object.values(samples).flat();

it('there is a sample of every kind of mail', () => {
  const kinds = Object.keys(mailKinds).filter((kind) => kind !== 'reportNow');
  expect(Object.keys(samples).toSorted()).toEqual(kinds.toSorted());
  expect(Object.values(samples).filter((list) => list.length === 0)).toEqual([]);
});

describe.each(all)('the mail $name', ({ subject, text, html }) => {
  it('says the same as HTML and as text', () => {
    expect(subject).toMatch(/^\S.*\S$/);
    const shown = html
      .replace(/<(style|title)>[\s\S]*?<\/\1>|<div style="display:none[\s\S]*?<\/div>/g, ' ')
      .replace(/<[^>]+>/g, ' ')
      .replace(/&amp;/g, '&')
      .replace(/&#39;/g, "'");
    const words = (content: string) =>
      new Set(content.replace(/https?:\S+/g, ' ').match(/[\p{L}\d]+/gu) ?? []);
    expect([...words(shown)].toSorted()).toEqual([...words(text)].toSorted());
    for (const [, link = ''] of html.matchAll(/href="([^"]+)"/g))
      expect(text).toContain(link.replaceAll('&amp;', '&'));
  });

  it('reaches a mail program unchanged', async () => {
    const server = await startMailServer();
    const transport = smtpTransport(server.url, 'Readerlens <no-reply@readerlens.example>');
    try {
      const to = [{ type: 'To' as const, name: '', address: 'ada@x.example' }];
      const head = {
        id: 1,
        messageId: '<1@readerlens.example>',
        to,
        author: null,
        headers: {},
        attachments: [],
      };
      await transport.send({ ...head, subject, text, html });
      const received = await PostalMime.parse(server.received[0]?.source ?? '');
      expect([received.subject, received.html?.trim()]).toEqual([subject, html.trim()]);
    } finally {
      transport.close();
      await server.stop();
    }
  });
});

describe('the page of all mails', () => {
  const api = testApi();
  const get = (url: string) => api().app.inject({ url, headers: { host: 'localhost' } });

  it('lists them, and shows each as HTML that loads nothing and as text', async () => {
    const list = await get('/dev/mails');
    for (const [index, { name, text }] of all.entries()) {
      expect(list.payload).toContain(`<a href="/dev/mails/${index}">${name}</a>`);
      const shown = await get(`/dev/mails/${index}`);
      expect(shown.headers['content-security-policy']).toMatch(/^default-src 'none';.* sandbox$/);
      expect(shown.payload).toMatch(/^<!doctype html>/);
      expect((await get(`/dev/mails/${index}/text`)).payload.length).toBe(text.length);
    }
    expect((await get(`/dev/mails/${all.length}`)).statusCode).toBe(404);
    expect((await get('/dev/mails/x')).statusCode).toBe(404);
  });
});
