import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Database, OutboxMailTable } from '../../platform/db/index.ts';
import { noSuchThing } from '../../platform/http/errors.ts';
import { parseId } from '../../platform/http/ids.ts';
import type { MailContent, MailPerson } from '../../platform/mail/mail.ts';
import { escapeHtml } from '../../platform/mail/escape-html.ts';
import { disposition } from '../../platform/http/route.ts';
import { requireLocalRequest } from './loopback.ts';

/** A mail with a name for developers. */
type SampleMail = Pick<MailContent, 'subject' | 'text' | 'html'> & { readonly name: string };

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c2733}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.5rem;border-bottom:1px solid #cbd5df}
pre{white-space:pre-wrap;padding:1rem;background:#f4f6f8;border-radius:8px;font:inherit}a{color:#1f5fa8}`;
const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const renderPage = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${content}
</main></body>
</html>
`;

/** A limit can keep a mail from being sent before some time. */
const describeStatus = ({
  status,
  deferred_until,
}: Pick<Selectable<OutboxMailTable>, 'status' | 'deferred_until'>) =>
  status === 'queued' && deferred_until ? `queued, not before ${deferred_until.toISOString()}` : status;

const renderRow = (mail: {
  id: number;
  to_address: string;
  subject: string;
  status: Selectable<OutboxMailTable>['status'];
  deferred_until: Date | null;
  created_at: Date;
}) => `<tr>
<td><a href="/dev/outbox/${mail.id}">${escapeHtml(mail.subject)}</a></td><td>${escapeHtml(mail.to_address)}</td>
<td>${describeStatus(mail)}</td><td>${mail.created_at.toISOString()}</td></tr>`;

/** Links to the product are active; everything else in a mail is text. */
const withLinks = (text: string, publicUrl: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (link) =>
    link.startsWith(`${escapeHtml(publicUrl)}/`) ? `<a href="${link}">${link}</a>` : link,
  );

const personHtml = ({ name, address }: MailPerson) => escapeHtml(name ? `${name} <${address}>` : address);

/** The sender and all recipients of a mail, including hidden ones. */
const renderAddressing = (mail: Selectable<OutboxMailTable>): string => {
  const recipients = mail.recipients ?? [{ type: 'To' as const, name: '', address: mail.to_address }];
  const { author } = mail;
  return [
    ...(author ? [`From ${personHtml(author)}`] : []),
    ...recipients.map((one) => `${one.type} ${personHtml(one)}`),
    describeStatus(mail),
  ].join('<br>');
};

interface ListedAttachment {
  id: number;
  name: string;
  bytes: number;
}

const attachmentList = (mailId: number, attachments: readonly ListedAttachment[]): string => {
  if (attachments.length === 0) return '';
  const items = attachments.map(
    ({ id, name, bytes }) =>
      `<li><a href="/dev/outbox/${mailId}/attachments/${id}" download>${escapeHtml(name)}</a> (${bytes} bytes)</li>`,
  );
  return `<h2>Attachments</h2><ul>${items.join('')}</ul>`;
};

const listAttachments = ({ kysely }: Database, mailId: number): Promise<ListedAttachment[]> =>
  kysely
    .selectFrom('outbox_attachment')
    .select(['id', 'name', sql<number>`octet_length(content)`.as('bytes')])
    .where('mail_id', '=', mailId)
    .orderBy('id')
    .execute();

/** A file of a mail as a download. */
const attachmentRoute = (app: FastifyInstance, { kysely }: Database) =>
  app.get<{ Params: { id: string; attachment: string } }>(
    '/dev/outbox/:id/attachments/:attachment',
    async (request, reply) => {
      const [mailId, id] = [parseId(request.params.id), parseId(request.params.attachment)];
      const file =
        mailId === undefined || id === undefined
          ? undefined
          : await kysely
              .selectFrom('outbox_attachment')
              .select(['name', 'media_type', 'content'])
              .where('mail_id', '=', mailId)
              .where('id', '=', id)
              .executeTakeFirst();
      if (!file) throw noSuchThing('attachment');
      return reply
        .type(file.media_type)
        .header('content-disposition', disposition(file.name))
        .send(Buffer.from(file.content));
    },
  );

/** A mail as mail programs show it. It can neither run nor load anything. */
const sendMailHtml = (reply: FastifyReply, html: string | null) =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .send(html ?? '');

/** `/dev/mails`: every mail that the product sends, with sample data. */
const sampleRoutes = (app: FastifyInstance, samples: readonly SampleMail[]) => {
  app.get('/dev/mails', async (_request, reply) => {
    const list = samples.map(
      ({ name, subject }, index) =>
        `<tr><td><a href="/dev/mails/${index}">${escapeHtml(name)}</a></td><td>${escapeHtml(subject)}</td><td><a href="/dev/mails/${index}/text">Text</a></td></tr>`,
    );
    const table = `<table><thead><tr><th>Mail</th><th>Subject</th><th></th></tr></thead><tbody>${list.join('\n')}</tbody></table>`;
    return reply.type('text/html; charset=utf-8').send(renderPage('Mails', table));
  });
  const find = (index: string): SampleMail => {
    const sample = samples[Number(index)];
    if (!sample) throw noSuchThing('mail');
    return sample;
  };
  app.get<{ Params: { index: string } }>('/dev/mails/:index', async ({ params }, reply) =>
    sendMailHtml(reply, find(params.index).html),
  );
  app.get<{ Params: { index: string } }>('/dev/mails/:index/text', async ({ params }, reply) =>
    reply.type('text/plain; charset=utf-8').send(find(params.index).text),
  );
};

/**
 * `/dev/outbox`: the mails that an installation without a mail server would have sent. Only on this machine, and
 * only with the embedded database: mails contain login links.
 */
export const outboxViewer = async (
  app: FastifyInstance,
  { db, publicUrl, samples }: { db: Database; publicUrl: string; samples: readonly SampleMail[] },
) => {
  app.addHook('onRequest', requireLocalRequest);
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', policy);
    reply.headers({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  app.get('/dev/outbox', async (_request, reply) => {
    const mails = await db.kysely
      .selectFrom('outbox_mail')
      .select(['id', 'to_address', 'subject', 'status', 'deferred_until', 'created_at'])
      .orderBy('id', 'desc')
      .limit(200)
      .execute();
    const table = `<table><thead><tr><th>Subject</th><th>To</th><th>Status</th><th>Written</th></tr></thead>
<tbody>${mails.map(renderRow).join('\n')}</tbody></table>`;
    return reply.type('text/html; charset=utf-8').send(
      renderPage(
        'Outbox',
        `${mails.length > 0 ? table : '<p>No mail was written yet.</p>'}
<p><a href="/dev/mails">Every mail with sample data</a></p>`,
      ),
    );
  });

  const find = async (text: string) => {
    const id = parseId(text);
    const mail =
      id === undefined
        ? undefined
        : await db.kysely.selectFrom('outbox_mail').selectAll().where('id', '=', id).executeTakeFirst();
    if (!mail) throw noSuchThing('mail');
    return mail;
  };
  app.get<{ Params: { id: string } }>('/dev/outbox/:id', async ({ params }, reply) => {
    const mail = await find(params.id);
    const failure = mail.last_error ? `<p>Last error: ${escapeHtml(mail.last_error)}</p>` : '';
    const content = `<p>${renderAddressing(mail)}</p>${failure}
<pre>${withLinks(mail.text_body, publicUrl)}</pre>
${attachmentList(mail.id, await listAttachments(db, mail.id))}<p><a href="/dev/outbox/${mail.id}/html">As a mail program shows it</a> · <a href="/dev/outbox">All mails</a></p>`;
    return reply.type('text/html; charset=utf-8').send(renderPage(mail.subject, content));
  });
  app.get<{ Params: { id: string } }>('/dev/outbox/:id/html', async ({ params }, reply) =>
    sendMailHtml(reply, (await find(params.id)).html_body),
  );
  sampleRoutes(app, samples);
  attachmentRoute(app, db);
};
