import { matchKey } from '@readerlens/contract/text';
import domains from 'free-email-domains';
import { toIso } from '../../../platform/date-formats.ts';
import * as parse from '../../../platform/text-values.ts';
import { parseColumn } from './read-rows.ts';
import { RowProblem } from './upload-kind.ts';
import type { RowContext, RowTexts, UploadColumn, UploadKindRules } from './upload-kind.ts';

const { BadValue } = parse;

export interface OpportunityRow {
  readonly external_id: string;
  readonly name: string | null;
  readonly account: string;
  readonly domain: string | null;
  readonly stage: string;
  readonly created_on: string;
  readonly closed_on: string | null;
  readonly cents: number | null;
  readonly currency: string | null;
}

type Key =
  | 'account'
  | 'amount'
  | 'closed'
  | 'created'
  | 'currency'
  | 'domain'
  | 'email'
  | 'id'
  | 'name'
  | 'stage'
  | 'website';

const column = (label: string, otherNames: string, isRequired = false): UploadColumn => ({
  label,
  otherNames: otherNames.split(' '),
  isRequired,
});

/** With the names that common systems give them. */
export const opportunityColumns: Readonly<Record<Key, UploadColumn>> = {
  id: column('Id', 'opportunity_id deal_id record_id external_id', true),
  account: column('Account', 'account_name company company_name organization organisation', true),
  domain: column('Domain', 'company_domain account_domain company_domain_name'),
  website: column('Website', 'account_website web_site url'),
  email: column('Email', 'e_mail contact_email email_address'),
  name: column('Name', 'opportunity_name deal_name opportunity'),
  stage: column('Stage', 'stage_name deal_stage', true),
  created: column('Created', 'created_date create_date created_on date_created', true),
  amount: column('Amount', 'deal_amount value'),
  currency: column('Currency', 'currency_code currency_iso_code amount_currency'),
  closed: column('Closed', 'closed_date close_date closed_on'),
};

const formats = {
  iso: undefined,
  monthFirst: ['M/D/YYYY', 'MM/DD/YYYY'],
  dayFirst: ['D/M/YYYY', 'DD/MM/YYYY', 'D.M.YYYY', 'DD.MM.YYYY'],
} as const;

/** A day, in workbooks always ISO 8601. The time of a day and time is left out. */
const parseDay =
  ({ days }: RowContext) =>
  (text: string): string => {
    const others = formats[days];
    if (others === undefined || /^\d{4}-/.test(text)) return parse.day(text.slice(0, 10)) as string;
    return parse.day(toIso(text.split(' ')[0] ?? '', others).slice(0, 10)) as string;
  };

const amountPattern = /^(?:\d{1,3}(?:,\d{3})+|\d{1,13})(?:\.(\d+))?$/;
const mostCents = 10 ** 13;

/** An amount in hundredths, read digit by digit: a product of fractions would be off by a cent. */
export const parseCents = (text: string): number => {
  const match = amountPattern.exec(text);
  if (!match) throw new BadValue('is not an amount such as 12500 or 12,500.00');
  const fraction = match[1] ?? '';
  if (/[1-9]/.test(fraction.slice(2))) throw new BadValue('has more than two decimals');
  const whole = text.split('.')[0]!.replaceAll(',', '');
  const cents = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  if (cents > mostCents) throw new BadValue('is larger than an amount can be');
  return cents;
};

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

const parseCurrency = (text: string): string => {
  const code = text.toUpperCase();
  if (!currencies.has(code)) throw new BadValue('is not the code of a currency such as EUR');
  return code;
};

const publicDomains: ReadonlySet<string> = new Set(domains);

/** The domain of an organization; null for a mail provider that anybody can have an address at. */
const findDomain = (texts: RowTexts<Key>): string | null => {
  const { domain, website, email } = opportunityColumns;
  const found =
    texts.domain !== undefined
      ? parseColumn(domain.label, texts.domain, parse.domain)
      : texts.website !== undefined
        ? parseColumn(website.label, texts.website, parse.domain)
        : texts.email === undefined
          ? null
          : parseColumn(email.label, texts.email, (text) =>
              parse.domain(String(parse.email(text)).split('@').at(-1) ?? ''),
            );
  return found === null || publicDomains.has(found as string) ? null : (found as string);
};

const checkDates = (row: OpportunityRow, { today, outcomes }: RowContext): OpportunityRow => {
  const { created, closed } = opportunityColumns;
  if (row.created_on > today)
    throw new RowProblem(created.label, row.created_on, 'The day is in the future.');
  const outcome = outcomes[matchKey(row.stage)];
  // The close of an open deal is a forecast, which may be any day. It is stored, and never read.
  if (outcome === undefined || outcome === 'open') return row;
  if (row.closed_on === null)
    throw new RowProblem(closed.label, '', `A deal that is ${outcome} needs the day of its close.`);
  if (row.closed_on < row.created_on)
    throw new RowProblem(closed.label, row.closed_on, 'The day is before the deal was created.');
  if (row.closed_on > today)
    throw new RowProblem(closed.label, row.closed_on, 'The day is in the future, but the deal is closed.');
  return row;
};

const optional = <T>(label: string, text: string | undefined, parser: (text: string) => T): T | null =>
  text === undefined ? null : parseColumn(label, text, parser);

export const opportunityKind: UploadKindRules<Key, OpportunityRow> = {
  columns: opportunityColumns,
  idColumn: 'id',
  readId: ({ external_id }) => external_id,
  parse(texts, context) {
    const { id, account, name, stage, created, amount, currency, closed } = opportunityColumns;
    const required = <T>({ label }: UploadColumn, text: string | undefined, parser: (text: string) => T) =>
      parseColumn(label, text ?? '', parser);
    const row: OpportunityRow = {
      external_id: required(id, texts.id, parse.id) as string,
      name: optional(name.label, texts.name, parse.line(300)) as string | null,
      account: required(account, texts.account, parse.line(300)) as string,
      domain: findDomain(texts),
      stage: required(stage, texts.stage, parse.line(200)) as string,
      created_on: required(created, texts.created, parseDay(context)),
      closed_on: optional(closed.label, texts.closed, parseDay(context)),
      cents: optional(amount.label, texts.amount, parseCents),
      currency: optional(currency.label, texts.currency, parseCurrency),
    };
    return checkDates(row, context);
  },
};
