// URL state of Audit Log: `?query=ada&action=user.update&from=2026-11-01&to=2026-11-23`. Invalid values count as missing.
import { auditActions } from '@readerlens/contract/audit';
import type { AuditAction } from '@readerlens/contract/audit';
import { setParameter } from '@readerlens/filters';
import type { ViewAddress } from '@readerlens/filters/list';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';

dayjs.extend(customParseFormat);

export interface AuditView {
  /** Part of a name or e-mail; '' for anybody. */
  readonly query: string;
  readonly action: AuditAction | null;
  /** First and last day as YYYY-MM-DD, in the time zone of the browser. */
  readonly from: string | null;
  readonly to: string | null;
}

export const maxQueryLength = 100;

const dayIn = (text: string | null): string | null =>
  text !== null && dayjs(text, 'YYYY-MM-DD', true).isValid() ? text : null;

const actionIn = (text: string | null): AuditAction | null =>
  text !== null && Object.hasOwn(auditActions, text) ? (text as AuditAction) : null;

const readAuditView = (search: string): AuditView => {
  const parameters = new URLSearchParams(search);
  return {
    query: (parameters.get('query') ?? '').trim().slice(0, maxQueryLength),
    action: actionIn(parameters.get('action')),
    from: dayIn(parameters.get('from')),
    to: dayIn(parameters.get('to')),
  };
};

const writeAuditView = ({ query, action, from, to }: AuditView, search: string): string =>
  Object.entries({ query, action, from, to }).reduce(
    (written, [name, value]) => setParameter(written, name, value || undefined),
    search,
  );

export const auditAddress: ViewAddress<AuditView> = { read: readAuditView, write: writeAuditView };

/** The view as a filter of the API: whole days of the browser's time zone. */
export const buildAuditFilter = ({ query, action, from, to }: AuditView) => ({
  ...(query ? { person: query } : {}),
  ...(action ? { action } : {}),
  ...(from ? { from: dayjs(from).toISOString() } : {}),
  ...(to ? { to: dayjs(to).add(1, 'day').toISOString() } : {}),
});
