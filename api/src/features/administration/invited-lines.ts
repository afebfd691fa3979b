import parseAddresses from 'nodemailer/lib/addressparser';
import { parse } from 'csv-parse/sync';
import { roleRank } from '@readerlens/contract';
import { canonicalLine } from '@readerlens/contract/text';
import type { Role } from '@readerlens/contract';

/** A person as written in the text of an invitation; '' for what is missing. */
export interface InvitedLine {
  /** Line of the text, from 1. */
  readonly line: number;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: string;
  /** Names or ids of clients. */
  readonly clients: readonly string[];
  /** What of the line cannot be used, in words. */
  readonly unread: readonly string[];
}

/** What a text says. */
export interface InvitedText {
  readonly people: readonly InvitedLine[];
  /** Columns with a header of their own that nothing uses. */
  readonly unusedColumns: readonly string[];
}

const columns = ['email', 'firstName', 'lastName', 'role', 'clients'] as const;
type ColumnName = (typeof columns)[number];

/** Headers as people write them: 'E-mail', 'First Name', 'first_name'. */
const headers: Readonly<Record<string, ColumnName>> = {
  email: 'email',
  emailaddress: 'email',
  firstname: 'firstName',
  lastname: 'lastName',
  role: 'role',
  clients: 'clients',
  client: 'clients',
  companies: 'clients',
  company: 'clients',
};
const findHeader = (cell: string) => headers[cell.toLowerCase().replace(/[^a-z]/g, '')];

const findDelimiter = (line: string): string => {
  if (line.includes('\t')) return '\t';
  return line.split(';').length > line.split(',').length ? ';' : ',';
};

/** The cells of a line; undefined if a quote is not closed. */
const splitCells = (line: string, delimiter: string): readonly string[] | undefined => {
  try {
    const [cells = []] = parse(line, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
    });
    return cells;
  } catch {
    return undefined;
  }
};

/** 'Jane van Doe' and 'van Doe, Jane' are Jane, van Doe. */
const splitName = (name: string): Pick<InvitedLine, 'firstName' | 'lastName'> => {
  const plain = name.trim().replace(/^'(.*)'$/, '$1');
  const comma = plain.indexOf(',');
  if (comma !== -1)
    return { firstName: plain.slice(comma + 1).trim(), lastName: plain.slice(0, comma).trim() };
  const [firstName = '', ...rest] = plain.split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
};

type Content = Omit<InvitedLine, 'line'>;
const empty: Content = { email: '', firstName: '', lastName: '', role: '', clients: [], unread: [] };

/** As a mail program copies them: 'Jane Doe <jane@company.com>', several in a line. */
const addressesIn = (line: string): Content[] =>
  parseAddresses(line, { flatten: true }).map(({ name, address }) =>
    address === ''
      ? { ...empty, unread: [`'${name}' has no e-mail address.`] }
      : { ...empty, ...splitName(name), email: address },
  );

const splitClients = (cell: string) => cell.split(/[;|]/).map(canonicalLine).filter(Boolean);

type Order = readonly (ColumnName | undefined)[];

/** Cells under a header that nothing uses are left out; cells beyond the last column are not. */
const personIn = (cells: readonly string[], order: Order): Content => {
  const readCell = (column: ColumnName) => cells[order.indexOf(column)] ?? '';
  const person = {
    email: readCell('email'),
    firstName: readCell('firstName'),
    lastName: readCell('lastName'),
    role: readCell('role'),
    clients: splitClients(readCell('clients')),
  };
  const beyond = cells.slice(order.length).filter(Boolean);
  return { ...person, unread: beyond.map((cell) => `'${cell}' is in no column.`) };
};

const withNamesChecked = (person: Content): Content => {
  const wrong = [person.firstName, person.lastName].filter((name) => name.includes('@'));
  return { ...person, unread: [...person.unread, ...wrong.map((name) => `'${name}' is not a name.`)] };
};

const splitWords = (text: string): string[] => text.split(/[\s,;:<>"'()\\]+/).filter(Boolean);

/** With a problem for words that a parser of addresses drops, such as comments. */
const withLostWords = (line: string, people: readonly Content[]): Content[] => {
  const known = people.flatMap(({ email, firstName, lastName, unread }) =>
    [email, firstName, lastName, ...unread].flatMap(splitWords),
  );
  const read = new Set(known);
  const lost = splitWords(line).filter((word) => !read.has(word));
  const unread = lost.map((word) => `'${word}' cannot be read.`);
  if (people.length === 0)
    return [{ ...empty, unread: unread.length > 0 ? unread : [`The line cannot be read: ${line}`] }];
  return people.map((person, index) =>
    index === 0 ? { ...person, unread: [...person.unread, ...unread] } : person,
  );
};

/** Reads the people of an invitation, line by line: each that is not blank or a header is at least one person. */
export const readInvitedText = (text: string): InvitedText => {
  let order: Order = columns;
  let delimiter: string | undefined;
  const unusedColumns = new Set<string>();

  const readLine = (line: string): Content[] => {
    if (line.includes('<') && line.includes('@')) return withLostWords(line, addressesIn(line));
    const words = line.split(/[\s,;]+/).filter(Boolean);
    if (words.length > 1 && words.every((word) => word.includes('@')))
      return words.map((email) => ({ ...empty, email }));
    const cells = splitCells(line, delimiter ?? findDelimiter(line));
    if (!cells) return [{ ...empty, unread: [`A quote is not closed: ${line}`] }];
    const found = cells.map(findHeader);
    if (found.includes('email')) {
      order = found;
      delimiter = findDelimiter(line);
      for (const [index, cell] of cells.entries()) if (!found[index] && cell) unusedColumns.add(cell);
      return [];
    }
    return cells.every((cell) => cell === '') ? [] : [personIn(cells, order)];
  };

  const people = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .flatMap((line, index) =>
      line.trim() === ''
        ? []
        : readLine(line).map((person) => ({ line: index + 1, ...withNamesChecked(person) })),
    );
  return { people, unusedColumns: [...unusedColumns] };
};

/** The role that a cell names, in any case. */
export const roleNamed = (cell: string): Role | undefined =>
  (Object.keys(roleRank) as Role[]).find(
    (role) => role.toLowerCase() === cell.toLowerCase().replaceAll(' ', ''),
  );
