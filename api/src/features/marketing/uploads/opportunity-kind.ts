import { matchKey } from '@readerlens/contract/text';
import domains from 'free-email-domains';
import * as parse from '../../../platform/text-values.ts';
import { checkPast, parseDay, parseOptional, parseRequired } from './parse-columns.ts';
import { RowProblem, defineColumn } from './upload-kind.ts';
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

/** With the names that common systems give them. */
const opportunityColumns: Readonly<Record<Key, UploadColumn>> = {
  id: defineColumn(
    'Id',
    'opportunity_id deal_id record_id external_id',
    'Id of the deal in the other system, unique for its client',
    { isRequired: true },
  ),
  account: defineColumn(
    'Account',
    'account_name company company_name organization organisation',
    'The organization of the deal',
    { isRequired: true },
  ),
  stage: defineColumn('Stage', 'stage_name deal_stage', 'Stage of the pipeline', { isRequired: true }),
  created: defineColumn(
    'Created',
    'created_date create_date created_on date_created',
    'Day on which the deal was created',
    { isRequired: true },
  ),
  closed: defineColumn(
    'Closed',
    'closed_date close_date closed_on',
    'Day on which it was won or lost, which deals of such a stage need; of an open deal a forecast, which is not read',
  ),
  amount: defineColumn(
    'Amount',
    'deal_amount value',
    'Such as 12500 or 12,500.00, with at most two decimals',
  ),
  currency: defineColumn('Currency', 'currency_code currency_iso_code amount_currency', 'Code such as EUR'),
  name: defineColumn('Name', 'opportunity_name deal_name opportunity', 'What the deal is called'),
  domain: defineColumn(
    'Domain',
    'company_domain account_domain company_domain_name',
    'Matches the organization; without it the website or the e-mail address does',
  ),
  website: defineColumn('Website', 'account_website web_site url', 'Read if there is no domain'),
  email: defineColumn('Email', 'e_mail contact_email email_address', 'Read if there is neither'),
};

const amountPattern = /^(?:\d{1,3}(?:,\d{3})+|\d{1,13})(?:\.(\d+))?$/;
const mostCents = 10 ** 13;

/** An amount in hundredths, read digit by digit: a product of fractions would be off by a cent. */
const parseCents = (text: string): number => {
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
      ? parseRequired(domain, texts.domain, parse.domain)
      : texts.website !== undefined
        ? parseRequired(website, texts.website, parse.domain)
        : texts.email === undefined
          ? null
          : parseRequired(email, texts.email, (text) =>
              parse.domain(String(parse.email(text)).split('@').at(-1) ?? ''),
            );
  return found === null || publicDomains.has(found as string) ? null : (found as string);
};

const checkDates = (row: OpportunityRow, { today, outcomes }: RowContext): OpportunityRow => {
  const { created, closed } = opportunityColumns;
  checkPast(created, row.created_on, { today });
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

export const opportunityKind: UploadKindRules<Key, OpportunityRow> = {
  columns: opportunityColumns,
  idColumn: 'id',
  idWords: 'id',
  readId: ({ external_id }) => external_id,
  findId: ({ id }) => id,
  parse(texts, context) {
    const { id, account, name, stage, created, amount, currency, closed } = opportunityColumns;
    const row: OpportunityRow = {
      external_id: parseRequired(id, texts.id, parse.id) as string,
      name: parseOptional(name, texts.name, parse.line(300)) as string | null,
      account: parseRequired(account, texts.account, parse.line(300)) as string,
      domain: findDomain(texts),
      stage: parseRequired(stage, texts.stage, parse.line(200)) as string,
      created_on: parseRequired(created, texts.created, parseDay(context)),
      closed_on: parseOptional(closed, texts.closed, parseDay(context)),
      cents: parseOptional(amount, texts.amount, parseCents),
      currency: parseOptional(currency, texts.currency, parseCurrency),
    };
    return checkDates(row, context);
  },
};
