import type { SessionUserData } from '@readerlens/auth';
import {
  excludedReportFields,
  otherClientsText,
  reportTypes,
  sendDayCodes,
} from '@readerlens/contract/activity-reports';
import type { ReportTypeCode, SendDay } from '@readerlens/contract/activity-reports';
import type { CallInput, Calls } from '@readerlens/contract/client';
import { requiredMessage } from '@readerlens/contract/messages';
import { isStaff } from '@readerlens/contract/vocabulary';
import { filterProblems } from '@readerlens/filters/panel';
import { namesOtherClients, readStoredModel, termsFilter, toQuery } from '@readerlens/filters/model';
import type { FieldCatalogue, FilterModel } from '@readerlens/filters/model';
import type { Problems } from '@readerlens/ui';
import { browserTimeZone } from '@readerlens/ui/parts';
import type { ReportConfig } from '../reports.queries.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** What the form changes. */
export interface ReportValues {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly company: Named | undefined;
  readonly online: Named | undefined;
  readonly reportType: ReportTypeCode;
  readonly sendDays: readonly SendDay[];
  readonly timeZone: string;
  /** Of a webhook report: a channel of the company; null for its webhook. */
  readonly channelId: string | null;
  readonly aggregateSubsequent: boolean;
  readonly includeActivityQualityColumn: boolean;
  readonly includeEmailAttachement: boolean;
  readonly disabled: boolean;
  /** Of a new report; null for what its type starts with. */
  readonly startDate: string | null;
  readonly model: FilterModel;
}

export type ReportInput = CallInput<Calls['POST /api/activity-report-config']>['body'];

/** With only this client in the filters that are about clients. */
export const aboutClient = ({ filters, indices }: FilterModel, client: Named | undefined): FilterModel => ({
  filters: [
    ...filters.filter((filter) => filter.field !== 'Clients'),
    ...(client ? [termsFilter('Clients', [client])] : []),
  ],
  indices,
});

/** A new report is about the account: its name, and its client if it has only one. */
export const newValues = (owner: SessionUserData, defaults: FilterModel): ReportValues => {
  const [company] = isStaff(owner.role) ? [] : owner.companies;
  const client = company && { id: company.id, name: company.name };
  return {
    email: owner.email,
    firstName: owner.firstName,
    lastName: owner.lastName,
    company: client,
    online: undefined,
    reportType: reportTypes.Consolidated,
    sendDays: [],
    timeZone: browserTimeZone(),
    channelId: null,
    aggregateSubsequent: false,
    includeActivityQualityColumn: true,
    includeEmailAttachement: false,
    disabled: false,
    startDate: null,
    model: aboutClient(defaults, client),
  };
};

export interface PlaceNames {
  readonly companyName: string;
  readonly onlineName: string;
}

export const readReportValues = (
  config: ReportConfig,
  { companyName, onlineName }: PlaceNames,
  catalogue: FieldCatalogue,
): ReportValues => ({
  email: config.email,
  firstName: config.firstName,
  lastName: config.lastName,
  company: { id: config.companyId, name: companyName },
  online: config.onlineId === null ? undefined : { id: config.onlineId, name: onlineName },
  reportType: config.reportType,
  sendDays: [...config.sendDays],
  timeZone: config.timeZone,
  channelId: config.channelId,
  aggregateSubsequent: config.aggregateSubsequent,
  includeActivityQualityColumn: config.includeActivityQualityColumn,
  includeEmailAttachement: config.includeEmailAttachement,
  disabled: config.disabled,
  startDate: null,
  model: readStoredModel(config.filterModel, catalogue),
});

/** The values as the API takes them. */
export const buildReportInput = (
  values: ReportValues,
  userId: string,
  config: ReportConfig | undefined,
): ReportInput => {
  const { company, online, model, startDate, ...rest } = values;
  const isConsolidated = values.reportType === reportTypes.Consolidated;
  return {
    ...rest,
    userId,
    companyId: company?.id ?? '',
    onlineId: online?.id ?? null,
    channelId: values.reportType === reportTypes.Webhook ? values.channelId : null,
    aggregateSubsequent: isConsolidated && values.aggregateSubsequent,
    sendDays: sendDayCodes.filter((code) => values.sendDays.includes(code)),
    filters: [...model.filters],
    indices: values.reportType === reportTypes.Individual ? [] : [...model.indices],
    ...(config ? { id: config.id, version: config.version } : startDate === null ? {} : { startDate }),
  };
};

/** The rules of the filter cards of a report: it has a period of its own. */
export const reportForm = { form: 'plain', dates: false, excluded: excludedReportFields } as const;

/** What concerns the filters. Their cards show the problems of `model`. */
export const findReportProblems = (
  { reportType, company, model }: ReportValues,
  owner: SessionUserData,
  catalogue: FieldCatalogue,
): Problems => {
  const lacksTypes = reportType !== reportTypes.Individual && model.indices.length === 0;
  const hasOthers = company !== undefined && namesOtherClients(model.filters, company.id);
  const ownClients = hasOthers ? otherClientsText : undefined;
  return {
    '': lacksTypes ? requiredMessage('Activity Type') : ownClients,
    model: filterProblems(model, owner, { ...reportForm, catalogue })[0]?.message,
  };
};

/** Whether two values are the same for the API. */
export const isSame = (a: ReportValues, b: ReportValues): boolean => {
  const writeText = ({ model, ...values }: ReportValues) => JSON.stringify([values, toQuery(model)]);
  return writeText(a) === writeText(b);
};
