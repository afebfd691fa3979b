import type { Selectable } from 'kysely';
import PostalMime from 'postal-mime';
import { sheetWorld } from '../../../outputs/activity-sheet/testing/sheet-world.ts';
import type { SheetWorld } from '../../../outputs/activity-sheet/testing/sheet-world.ts';
import type { AuditEventTable, Database, OutboxMailTable } from '../../../platform/db/index.ts';
import { startMailServer } from '../../../platform/mail/testing/mail-server.ts';
import { sendDueMails } from '../../../platform/mail/testing/send-due-mails.ts';
import { smtpTransport } from '../../../platform/mail/transport.ts';
import { addUser } from '../../../platform/testing/index.ts';
import type { TestResponse } from '../../../platform/testing/index.ts';

export const share = 'POST /api/analytics/share-individual-activity';
export const preview = `${share}/preview` as const;
const url = '/api/analytics/share-individual-activity';

export const to = (name: string, type = 'To') => ({
  type,
  name,
  email: `${name.toLowerCase()}@partners.example`,
});

/** The part header after `form-data`, and its content. */
export type FormPart = readonly [head: string, content: Buffer | string];
export const pdfHead = 'name="activityPdf"; filename="a.pdf"\r\nContent-Type: application/pdf';
const boundary = 'x-boundary';

export const partStart = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;

const buildForm = (parts: readonly FormPart[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(([head, content]) => [
      Buffer.from(partStart(head)),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);

/** Delivers the queued mail; returns it as the mail server received it, and parsed. */
const delivered = async (db: Database) => {
  const server = await startMailServer();
  const transport = smtpTransport(server.url, 'Readerlens <no-reply@readerlens.example>');
  await sendDueMails(db, transport);
  transport.close();
  await server.stop();
  const [received] = server.received;
  if (!received) throw new Error('Nothing was sent.');
  return { received, mail: await PostalMime.parse(received.source) };
};

type Sent = (more?: object, headers?: Readonly<Record<string, string>>) => Promise<TestResponse>;

export interface ShareWorld extends SheetWorld {
  readonly activityReportId: string;
  /** The request body; `more` overrides parts of it. */
  payload(more?: object): Record<string, unknown>;
  send: Sent;
  preview: Sent;
  sendForm(parts: readonly FormPart[]): Promise<Omit<TestResponse, 'headers' | 'bytes'>>;
  /** Sends a raw form body. */
  sendBytes(bytes: Buffer | string): Promise<Omit<TestResponse, 'headers' | 'bytes'>>;
  queued(): Promise<Selectable<OutboxMailTable>[]>;
  delivered(): ReturnType<typeof delivered>;
  /** The audit data of the last mail. */
  lastShare(): Promise<Selectable<AuditEventTable>>;
}

/** The API with an activity, and an Internal user, Renée, who shares it. */
export const shareWorld = (db: () => Database): (() => ShareWorld) => {
  const sheets = sheetWorld(db);
  let activityReportId = '';
  let token = '';
  beforeAll(async () => {
    activityReportId = await sheets().share({ specifics: 'Please call me.' });
    const name = { first_name: 'Renée', last_name: 'Ólafsdóttir' };
    const user = await addUser(db(), { role: 'Internal', email: 'renee@company.example', ...name });
    token = await sheets().tokenFor(user);
  });
  afterEach(async () => {
    for (const table of ['outbox_mail', 'mail_count'] as const) await db().kysely.deleteFrom(table).execute();
  });

  return () => {
    const payload = (more: object = {}) => ({
      activityReportId,
      addresses: [to('Ana'), to('Bo', 'Cc'), to('Cy', 'Bcc')],
      subject: 'A request for you – Größe Ω',
      body: '<p>Hello <strong>Ana</strong></p><script>alert(1)</script>',
      attachReportExcel: false,
      attachReportPdf: true,
      ...more,
    });
    const sendBytes = async (bytes: Buffer | string) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      };
      const answer = await sheets().app.inject({ method: 'POST', url, headers, payload: bytes });
      return { status: answer.statusCode, body: answer.json<TestResponse['body']>() };
    };
    return {
      ...sheets(),
      activityReportId,
      payload,
      send: (more: object = {}, headers: Record<string, string> = {}) =>
        sheets().call(share, { token, body: payload(more), headers }),
      preview: (more: object = {}, headers: Record<string, string> = {}) =>
        sheets().call(preview, { token, body: payload(more), headers }),
      sendBytes,
      sendForm: (parts: readonly FormPart[]) => sendBytes(buildForm(parts)),
      queued: () => db().kysely.selectFrom('outbox_mail').selectAll().execute(),
      delivered: () => delivered(db()),
      lastShare: () =>
        db()
          .kysely.selectFrom('audit_event')
          .selectAll()
          .where('action', '=', 'activity.share')
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow(),
    };
  };
};
