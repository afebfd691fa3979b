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

/** Texts of fewer letters are found everywhere. */
const shortest = 6;

const secretsOf = (person: Person): string[] =>
  [
    person.fullName,
    person.email,
    person.phone,
    person.linkedInUrl,
    person.company,
    person.newsletterName,
    // No more than a country is no address.
    person.formattedAddr?.includes(',') ? person.formattedAddr : null,
  ].flatMap((text) => (text !== null && text.length >= shortest ? [text] : []));

/** What Blinded Mode has to hide of these activities, and the names of all clients. */
export const secretsBehind = async (
  request: APIRequestContext,
  activities: readonly FoundActivity[],
): Promise<Set<string>> => {
  const people = await Promise.all(
    activities.map(({ id, activityType }) =>
      callAs<Person>(request, 'internal', 'GET', `/api/analytics/search-details/${activityType}/${id}`),
    ),
  );
  const clients = await callAs<{ name: string }[]>(request, 'internal', 'GET', '/api/cms/companies');
  return new Set([...people.flatMap(secretsOf), ...clients.map(({ name }) => name)]);
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

/** Everything that can be read in an answer or a file, packed or not. */
export const readable = async (content: Buffer): Promise<string> => {
  const begins = content.subarray(0, 4).toString('latin1');
  if (begins === '%PDF') return fromPdf(content);
  return begins.startsWith('PK') ? fromWorkbook(content) : content.toString();
};

/** Letters as they are after any of the ways in which texts are written into markup, addresses and JSON. */
const plain = (text: string): string =>
  text
    .replace(/&(?:amp|#38);/g, '&')
    .replace(/&(?:apos|#39);/g, "'")
    .replace(/%(?:[\dA-F]{2})/gi, (code) => {
      const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return letter < '\u0080' ? letter : code;
    })
    .replace(/\s+/g, ' ')
    .toLowerCase();

/** The secrets that a text gives away. */
export const secretsIn = (text: string, secrets: ReadonlySet<string>): string[] => {
  const searched = plain(text);
  const underscored = searched.replaceAll('___', '.');
  return [...secrets].filter((secret) => {
    const wanted = plain(secret);
    return searched.includes(wanted) || underscored.includes(wanted);
  });
};

interface Overheard {
  from: string;
  text: string;
}

/** Keeps the answers of the API that reach the page from now on. */
export const overhear = (page: Page): { heard: () => Promise<Overheard[]> } => {
  const pending: Promise<Overheard | undefined>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/api/')) return;
    const from = `${response.request().method()} ${pathname}`;
    pending.push(
      response.body().then(
        async (body) => ({ from, text: await readable(body) }),
        // Of what was cancelled or navigated away from nothing is left to read.
        () => undefined,
      ),
    );
  });
  return {
    heard: async () => (await Promise.all(pending)).filter((one) => one !== undefined),
  };
};
