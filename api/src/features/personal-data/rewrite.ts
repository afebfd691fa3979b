// Replaces what names a reader in texts and JSON that others have written.
import { escapeHtml } from '../../platform/mail/escape-html.ts';

/** What stands for an erased reader wherever a name is shown. */
export const erasedName = { firstName: 'Erased', lastName: 'Reader' } as const;
export const isErasedName = (firstName: string | null, lastName: string | null): boolean =>
  firstName === erasedName.firstName && lastName === erasedName.lastName;
const erasedFullName = `${erasedName.firstName} ${erasedName.lastName}`;

/** A reader with what names them. */
export interface NamedReader {
  readonly id: number;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** Phone, address and whatever else has only this reader. */
  readonly values: readonly string[];
}

/** An e-mail and the address that stands for it. */
export interface ErasedEmail {
  readonly email: string;
  readonly pseudonym: string;
}

interface Replacement {
  readonly pattern: string;
  /** In a text, whose length may be limited: no longer than what was there. */
  readonly by: string;
  /** Where an e-mail is expected. */
  readonly byAddress?: string;
}

const erased = 'erased';

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);

/** As it stands in text, in HTML and in an address. */
const listSpellings = (text: string, by: string): readonly (readonly [string, string])[] => {
  const spellings = new Map([
    [text, by],
    [escapeHtml(text), escapeHtml(by)],
    [encodeURIComponent(text), encodeURIComponent(by)],
  ]);
  return [...spellings];
};

/** So that the e-mail of Ann does not match within the one of Joann. */
const wholeEmail = (spelling: string): string =>
  String.raw`(?<![\w.+%-])${escapePattern(spelling)}(?![\w-]|\.\w)`;

const replaceEmails = (emails: readonly ErasedEmail[]): Replacement[] =>
  emails.flatMap(({ email, pseudonym }) =>
    listSpellings(email, pseudonym).map(([spelling, byAddress]) => ({
      pattern: wholeEmail(spelling),
      by: erased,
      byAddress,
    })),
  );

const wholeText = (spelling: string): string =>
  String.raw`(?<!\w)${escapePattern(spelling).replaceAll(/\s+/g, String.raw`\s+`)}(?!\w)`;

const findFullName = ({ firstName, lastName }: NamedReader): string | undefined =>
  firstName && lastName ? `${firstName} ${lastName}` : undefined;

const replaceNames = (readers: readonly NamedReader[]): Replacement[] =>
  readers.flatMap((reader) => {
    const name = findFullName(reader);
    if (name === undefined) return [];
    return listSpellings(name, erasedFullName).map(([spelling, by]) => ({
      pattern: wholeText(spelling),
      by,
    }));
  });

/** Shorter ones stand for many other things. */
const leastLength = erased.length;

const replaceValues = (readers: readonly NamedReader[]): Replacement[] =>
  readers.flatMap(({ values }) =>
    values
      .map((value) => value.trim())
      .filter((value) => value.length >= leastLength)
      .flatMap((value) => listSpellings(value, erased))
      .map(([spelling, by]) => ({ pattern: wholeText(spelling), by })),
  );

export interface Rewriter {
  /** A regular expression of PostgreSQL that finds what may have to be rewritten, ignoring case; undefined for nothing. */
  readonly finds: string | undefined;
  readonly rewriteText: (text: string) => string;
  /** Puts the pseudonym in the place of an e-mail: for filters, ids and links, which must still work. */
  readonly rewriteAddresses: (text: string) => string;
}

const createRewriter = (found: readonly Replacement[], others: readonly Replacement[] = []): Rewriter => {
  const replacements = [...found, ...others].map(({ pattern, by, byAddress = by }) => ({
    pattern: new RegExp(pattern, 'gi'),
    by,
    byAddress,
  }));
  const rewrite = (text: string, choose: 'by' | 'byAddress') =>
    replacements.reduce((now, each) => now.replaceAll(each.pattern, () => each[choose]), text);
  return {
    finds: found.length === 0 ? undefined : found.map(({ pattern }) => `(?:${pattern})`).join('|'),
    rewriteText: (text) => rewrite(text, 'by'),
    rewriteAddresses: (text) => rewrite(text, 'byAddress'),
  };
};

/** Rewrites e-mails only: a name may be that of somebody else. */
export const emailRewriter = (emails: readonly ErasedEmail[]): Rewriter =>
  createRewriter(replaceEmails(emails));

/** Rewrites e-mails, full names and values: for texts that are about the readers. */
export const messageRewriter = (emails: readonly ErasedEmail[], readers: readonly NamedReader[]): Rewriter =>
  createRewriter([...replaceEmails(emails), ...replaceNames(readers)], replaceValues(readers));

type JsonValue =
  | boolean
  | number
  | string
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

const isObject = (value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What webhook messages say of a reader besides id and country. */
const describesReader = ['email', 'firstName', 'lastName'] as const;

/** Rewrites the texts in JSON. Of the readers with these ids, as webhook messages have them, nothing but the pseudonym stays. */
export const rewriteJson = (
  text: string,
  { rewriteAddresses: rewrite }: Rewriter,
  ids: ReadonlySet<string> = new Set(),
): string => {
  const isErased = (value: JsonValue | undefined): boolean =>
    isObject(value) &&
    typeof value.id === 'string' &&
    ids.has(value.id) &&
    describesReader.every((key) => key in value);
  const walkEntry = (
    owner: { readonly [key: string]: JsonValue },
    key: string,
    value: JsonValue,
  ): JsonValue => {
    if (key === 'notes' && isErased(owner.reader)) return null;
    if (!isErased(owner)) return walk(value);
    if (key === 'name') return erasedFullName;
    if (key === 'firstName' || key === 'lastName') return erasedName[key];
    return key === 'phone' || key === 'jobTitle' || key === 'company' ? null : walk(value);
  };
  const walk = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return rewrite(value);
    if (Array.isArray(value)) return value.map(walk);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [rewrite(key), walkEntry(value, key, each)]),
    );
  };
  return JSON.stringify(walk(JSON.parse(text) as JsonValue));
};
