// Replaces what names a reader in texts and JSON that others have written.
import { escapeHtml } from '../../platform/mail/escape-html.ts';

/** What stands for a reader wherever a name is shown. */
export interface StandInName {
  readonly firstName: string;
  readonly lastName: string;
}

export const erasedName = { firstName: 'Erased', lastName: 'Reader' } as const;
export const restrictedName = { firstName: 'Restricted', lastName: 'Reader' } as const;
export const isErasedName = (firstName: string | null, lastName: string | null): boolean =>
  firstName === erasedName.firstName && lastName === erasedName.lastName;

/** The word that stands for a value in a text, and begins each pseudonym. */
export const chooseWord = ({ firstName }: StandInName): string => firstName.toLowerCase();
const joinName = ({ firstName, lastName }: StandInName): string => `${firstName} ${lastName}`;

/** A reader with what names them. */
export interface NamedReader {
  readonly id: number;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** Phone, address and whatever else has only this reader. */
  readonly values: readonly string[];
}

/** An e-mail and the address that takes its place. */
export interface ReplacedEmail {
  readonly email: string;
  readonly pseudonym: string;
}

interface Replacement {
  readonly pattern: string;
  /** In a text, whose length may be limited: a short word. */
  readonly by: string;
  /** Where an e-mail is expected. */
  readonly byAddress?: string;
}

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

const replaceEmails = (emails: readonly ReplacedEmail[], word: string): Replacement[] =>
  emails.flatMap(({ email, pseudonym }) =>
    listSpellings(email, pseudonym).map(([spelling, byAddress]) => ({
      pattern: wholeEmail(spelling),
      by: word,
      byAddress,
    })),
  );

const wholeText = (spelling: string): string =>
  String.raw`(?<!\w)${escapePattern(spelling).replaceAll(/\s+/g, String.raw`\s+`)}(?!\w)`;

const findFullName = ({ firstName, lastName }: NamedReader): string | undefined =>
  firstName && lastName ? `${firstName} ${lastName}` : undefined;

const replaceNames = (readers: readonly NamedReader[], standIn: StandInName): Replacement[] =>
  readers.flatMap((reader) => {
    const name = findFullName(reader);
    if (name === undefined) return [];
    return listSpellings(name, joinName(standIn)).map(([spelling, by]) => ({
      pattern: wholeText(spelling),
      by,
    }));
  });

/** Shorter ones stand for many other things. */
const leastLength = 6;

const replaceValues = (readers: readonly NamedReader[], word: string): Replacement[] =>
  readers.flatMap(({ values }) =>
    values
      .map((value) => value.trim())
      .filter((value) => value.length >= leastLength)
      .flatMap((value) => listSpellings(value, word))
      .map(([spelling, by]) => ({ pattern: wholeText(spelling), by })),
  );

export interface Rewriter {
  readonly standIn: StandInName;
  /** A regular expression of PostgreSQL that finds what may have to be rewritten, ignoring case; undefined for nothing. */
  readonly finds: string | undefined;
  readonly rewriteText: (text: string) => string;
  /** Puts the pseudonym in the place of an e-mail: for filters, ids and links, which must still work. */
  readonly rewriteAddresses: (text: string) => string;
}

const createRewriter = (
  standIn: StandInName,
  found: readonly Replacement[],
  others: readonly Replacement[] = [],
): Rewriter => {
  const replacements = [...found, ...others].map(({ pattern, by, byAddress = by }) => ({
    pattern: new RegExp(pattern, 'gi'),
    by,
    byAddress,
  }));
  const rewrite = (text: string, choose: 'by' | 'byAddress') =>
    replacements.reduce((now, each) => now.replaceAll(each.pattern, () => each[choose]), text);
  return {
    standIn,
    finds: found.length === 0 ? undefined : found.map(({ pattern }) => `(?:${pattern})`).join('|'),
    rewriteText: (text) => rewrite(text, 'by'),
    rewriteAddresses: (text) => rewrite(text, 'byAddress'),
  };
};

/** Rewrites e-mails only: a name may be that of somebody else. */
export const emailRewriter = (emails: readonly ReplacedEmail[], standIn: StandInName): Rewriter =>
  createRewriter(standIn, replaceEmails(emails, chooseWord(standIn)));

/** Rewrites e-mails, full names and values: for texts that are about the readers. */
export const messageRewriter = (
  emails: readonly ReplacedEmail[],
  readers: readonly NamedReader[],
  standIn: StandInName,
): Rewriter => {
  const word = chooseWord(standIn);
  return createRewriter(
    standIn,
    [...replaceEmails(emails, word), ...replaceNames(readers, standIn)],
    replaceValues(readers, word),
  );
};

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
  { rewriteAddresses: rewrite, standIn }: Rewriter,
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
    if (key === 'name') return joinName(standIn);
    if (key === 'firstName' || key === 'lastName') return standIn[key];
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
