// The routes of the reader and the company dashboard.
import { emailOfPath, unsetPart } from '@readerlens/contract/readers';

const companyDashboard = '/analytics/reader-co-dashboard';

/** The id or e-mail of the route parameter, whose dots are written as '___'; undefined without a reader. */
export const readerOfAddress = (parameter: string | undefined): string | undefined => {
  if (!parameter) return undefined;
  return parameter.includes('@') ? emailOfPath(parameter) : parameter;
};

export const isEmail = (reader: string | undefined): boolean => reader?.includes('@') === true;

/** The parts of the route of the company dashboard; an unknown part is '-' in the address. */
export interface CompanyAddress {
  /** As the reader entered it. */
  readonly company: string | undefined;
  /** Decides what is shown. */
  readonly orgId: string | undefined;
  readonly orgName: string | undefined;
}

const known = (part: string | undefined) => (part === unsetPart ? undefined : part);

/** Undefined if the address names no company. */
export const companyOfAddress = (
  params: Readonly<Record<string, string | undefined>>,
): CompanyAddress | undefined => {
  const [company, orgId, orgName] = [known(params.company), known(params.orgId), known(params.orgName)];
  return company === undefined && orgId === undefined && orgName === undefined
    ? undefined
    : { company, orgId, orgName };
};

/** Path of the dashboard of an organization by id only, without names that Blinded Mode hides. */
export const companyPathOfId = (orgId: string): string =>
  `${companyDashboard}/${unsetPart}/${encodeURIComponent(orgId)}/${unsetPart}`;
