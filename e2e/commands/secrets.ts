import type { APIRequestContext, Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { read } from 'xlsx';
import type { FoundActivity } from './search.ts';
import { callAs } from './api.ts';

interface Person {
  fullName: string | null;
  email: string | null;
  phone: string | null;
  linkedInUrl: string | null;
  company: string | null;
  advertiser: string;
  newsletterName: string | null;
  formattedAddr: string | null;
}

/** Whether a text is a secret that can be looked for; a shorter one occurs everywhere by chance. */
export const longEnough = (text: string | null): text is string => text !== null && text.length >= 6;

const listSecrets = (person: Person): string[] =>
  [
    person.fullName,
    person.email,
    person.phone,
    person.linkedInUrl,
    person.company,
    person.newsletterName,
    // An address without a comma is only a country, which is not secret.
    person.formattedAddr?.includes(',') ? person.formattedAddr : null,
  ].filter(longEnough);

/** Texts of these activities that Blinded Mode must hide, and the names of all clients. */
export const secretsOfActivities = async (
  request: APIRequestContext,
  activities: readonly FoundActivity[],
): Promise<Set<string>> => {
  const people = await Promise.all(
    activities.map(({ id, activityType }) =>
      callAs<Person>(request, 'internal', 'GET', `/api/analytics/search-details/${activityType}/${id}`),
    ),
  );
  const clients = await callAs<{ name: string }[]>(request, 'internal', 'GET', '/api/cms/companies');
  return new Set([...people.flatMap(listSecrets), ...clients.map(({ name }) => name)]);
};

const fromPdf = async (content: Buffer): Promise<string> => {
  const task = getDocument({ data: new Uint8Array(content), useSystemFonts: false });
  const pdf = await task.promise;
  let text = '';
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    text += items.map((item) => ('str' in item ? item.str : '')).join(' ');
    text += JSON.stringify(await page.getAnnotations());
  }
  await task.destroy();
  return text;
};

const fromWorkbook = (content: Buffer): string => {
  const { files } = read(content, { bookFiles: true }) as unknown as {
    files: Record<string, { content?: Uint8Array }>;
  };
  return Object.values(files)
    .map(({ content: part = new Uint8Array() }) => Buffer.from(part).toString())
    .join('\n');
};

/** The text content of a response or file, including PDF and xlsx. */
export const readableText = async (content: Buffer): Promise<string> => {
  const signature = content.subarray(0, 4).toString('latin1');
  if (signature === '%PDF') return fromPdf(content);
  return signature.startsWith('PK') ? fromWorkbook(content) : content.toString();
};

/** Reverts HTML and URL escapes and normalizes spaces and case. */
const normalized = (text: string): string =>
  text
    .replace(/&(?:amp|#38);/g, '&')
    .replace(/&(?:apos|#39);/g, "'")
    .replace(/%(?:[\dA-F]{2})/gi, (code) => {
      const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return letter < '\u0080' ? letter : code;
    })
    .replace(/\s+/g, ' ')
    .toLowerCase();

/** The secrets that occur in a text. */
export const leakedSecrets = (text: string, secrets: ReadonlySet<string>): string[] => {
  const searched = normalized(text);
  const underscored = searched.replaceAll('___', '.');
  return [...secrets].filter((secret) => {
    const pattern = normalized(secret);
    return searched.includes(pattern) || underscored.includes(pattern);
  });
};

interface RecordedResponse {
  from: string;
  text: string;
}

/** Records the API responses that the page receives from now on. */
export const recordResponses = (page: Page): { recorded: () => Promise<RecordedResponse[]> } => {
  const pending: Promise<RecordedResponse | undefined>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/api/')) return;
    const from = `${response.request().method()} ${pathname}`;
    pending.push(
      response.body().then(
        async (body) => ({ from, text: await readableText(body) }),
        // Responses of canceled requests and left pages cannot be read.
        () => undefined,
      ),
    );
  });
  return {
    recorded: async () => (await Promise.all(pending)).filter((one) => one !== undefined),
  };
};
