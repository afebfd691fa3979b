import { noDaysMessage } from '@readerlens/contract/activity-reports/messages';
import { reportTypes, sendDayCodes } from '@readerlens/contract/activity-reports';
import type { ReportTypeCode, SendDay } from '@readerlens/contract/activity-reports';
import { clientFields, defaultReportDays, nothingChosen } from '@readerlens/contract/onboarding';
import type { ClientField } from '@readerlens/contract/onboarding';
import type { Problems } from '@readerlens/ui';
import { browserTimeZone, countText } from '@readerlens/ui/parts';
import type { ClientSetup, SetupInput, SetupProposal } from './client-setup.queries.ts';

export interface ReportChoice {
  readonly isChosen: boolean;
  readonly ownerId: string;
  readonly reportType: ReportTypeCode;
  readonly sendDays: readonly SendDay[];
}

/** What is chosen of a proposal. Accounts and reports are by the id of their contact. */
export interface SetupValues {
  readonly fields: Readonly<Record<ClientField, boolean>>;
  readonly logoId: string;
  readonly accounts: Readonly<Record<string, boolean>>;
  readonly reports: Readonly<Record<string, ReportChoice>>;
}

/** Why a field cannot be taken from the form; undefined if it can. */
export const explainField = (field: ClientField, { before, after, logos }: SetupProposal) => {
  if (field === 'logo') return logos.length === 0 ? 'The form has no logo' : undefined;
  if (after[field] === '') return 'Not filled in';
  return after[field] === before[field] ? 'Already the same' : undefined;
};

/** Everything that can be done is chosen, except another report for somebody who gets one about the client. */
export const startValues = (proposal: SetupProposal): SetupValues => {
  const [logo] = proposal.logos;
  const takes = (field: ClientField) =>
    explainField(field, proposal) === undefined &&
    (field !== 'logo' || logo?.id !== proposal.before.logo?.id);
  return {
    fields: Object.fromEntries(clientFields.map((field) => [field, takes(field)])) as SetupValues['fields'],
    logoId: logo?.id ?? '',
    accounts: Object.fromEntries(
      proposal.accounts.map(({ contactId, act }) => [contactId, act === 'create' || act === 'addClient']),
    ),
    reports: Object.fromEntries(
      proposal.reports.map(({ contactId, existing }) => [
        contactId,
        {
          isChosen: existing === 0,
          ownerId: proposal.owners[0]?.id ?? '',
          reportType: reportTypes.Consolidated,
          sendDays: defaultReportDays,
        },
      ]),
    ),
  };
};

const listChosen = ({ fields, accounts, reports }: SetupValues) => ({
  fields: clientFields.filter((field) => fields[field]),
  accounts: Object.keys(accounts).filter((contactId) => accounts[contactId]),
  reports: Object.entries(reports).filter(([, { isChosen }]) => isChosen),
});

/** '3 fields, 2 accounts, 1 activity report'. */
export const formatChosen = (values: SetupValues): string => {
  const { fields, accounts, reports } = listChosen(values);
  return [
    countText(fields.length, 'field'),
    countText(accounts.length, 'account'),
    countText(reports.length, 'activity report'),
  ].join(', ');
};

export const findSetupProblems = (values: SetupValues): Problems => {
  const { fields, accounts, reports } = listChosen(values);
  const isEmpty = fields.length + accounts.length + reports.length === 0;
  return {
    '': isEmpty ? nothingChosen : undefined,
    ...Object.fromEntries(
      reports
        .filter(([, { sendDays }]) => sendDays.length === 0)
        .map(([contactId]) => [`reports.${contactId}.sendDays`, noDaysMessage]),
    ),
  };
};

/** The choice as the API takes it. */
export const toInput = (
  values: SetupValues,
  { version, client }: ClientSetup,
  proposal: SetupProposal,
): SetupInput => {
  const { fields, accounts, reports } = listChosen(values);
  return {
    version,
    clientId: client.id,
    profileVersion: proposal.profileVersion,
    fields,
    ...(values.fields.logo ? { logoId: values.logoId } : {}),
    accounts: accounts.flatMap((contactId) => {
      const act = proposal.accounts.find((account) => account.contactId === contactId)?.act;
      return act === 'create' || act === 'addClient' ? [{ contactId, act }] : [];
    }),
    reports: reports.map(([contactId, { ownerId, reportType, sendDays }]) => ({
      contactId,
      ownerId,
      reportType,
      sendDays: sendDayCodes.filter((code) => sendDays.includes(code)),
    })),
    timeZone: browserTimeZone(),
  };
};
