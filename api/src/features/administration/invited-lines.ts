import { parse } from 'csv-parse/sync';
import { roleRank } from '@readerlens/contract';
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
const headerOf = (cell: string) => headers[cell.toLowerCase().replace(/[^a-z]/g, '')];

const delimiterOf = (line: string): string => {
  if (line.includes('\t')) return '\t';
  return line.split(';').length > line.split(',').length ? ';' : ',';
};

interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The records of CSV text with their lines. Throws the library's error for a quote that is never closed. */
const readRecords = (text: string): CsvRecord[] => {
  const options = {
    bom: true,
    delimiter: delimiterOf(text.split('\n').find((line) => line.trim() !== '') ?? ''),
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  };
  const records = parse(text, options) as unknown as { info: { lines: number }; record: string[] }[];
  return records
    .map(({ info, record }) => ({ line: info.lines, cells: record }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
};

/** 'Jane van Doe' is Jane, van Doe. */
const namesOf = (name: string): Pick<InvitedLine, 'firstName' | 'lastName'> => {
  const [firstName = '', ...rest] = name.replaceAll('"', '').trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
};

const empty = { email: '', firstName: '', lastName: '', role: '', clients: [] };

/** Addresses as a mail program copies them: 'Jane Doe <jane@company.com>', several in a line. */
const addressesOf = (text: string): InvitedLine[] =>
  text.split('\n').flatMap((content, index) =>
    [...content.matchAll(/([^<>;,]*)<([^<>]*)>/g)].map(([, name = '', email = '']) => ({
      ...empty,
      ...namesOf(name),
      line: index + 1,
      email: email.trim(),
    })),
  );

const clientsOf = (cell: string) =>
  cell
    .split(/[;|]/)
    .map((client) => client.trim())
    .filter(Boolean);

const lineOf = ({ line, cells }: CsvRecord, order: readonly (ColumnName | undefined)[]): InvitedLine => {
  const cellOf = (column: ColumnName) => cells[order.indexOf(column)] ?? '';
  return {
    line,
    email: cellOf('email'),
    firstName: cellOf('firstName'),
    lastName: cellOf('lastName'),
    role: cellOf('role'),
    clients: clientsOf(cellOf('clients')),
  };
};

/** Reads the people of an invitation. */
export const readInvitedLines = (text: string): InvitedLine[] => {
  if (/<[^<>]*@[^<>]*>/.test(text)) return addressesOf(text);
  const [first, ...rest] = readRecords(text);
  if (!first) return [];
  const order = first.cells.map(headerOf);
  if (order.includes('email')) return rest.map((record) => lineOf(record, order));
  return [first, ...rest].map((record) => lineOf(record, columns));
};

/** The role that a cell names, in any case. */
export const roleNamed = (cell: string): Role | undefined =>
  (Object.keys(roleRank) as Role[]).find(
    (role) => role.toLowerCase() === cell.toLowerCase().replaceAll(' ', ''),
  );
