export const reportRunsPath = '/dissemination-contact/dashboard';
export const myReportsPath = '/dissemination-contacts';

/** The form of a new configuration of an account. */
export const newReportPath = (userId: string): string =>
  `/dissemination-contact/${encodeURIComponent(userId)}`;
export const reportPath = (userId: string, id: string): string =>
  `${newReportPath(userId)}/${encodeURIComponent(id)}`;
export const reportRunPath = (configId: string, id: string): string =>
  `${reportRunsPath}/${encodeURIComponent(configId)}/${encodeURIComponent(id)}`;
export const reportsTabPath = (userId: string): string =>
  `/admin/user/${encodeURIComponent(userId)}?active=ActivityReports`;
/** The page of one activity of a run. */
export const activityOfRunPath = (configId: string, runId: string, activityId: string): string =>
  ['/individual-activity', configId, runId, activityId]
    .map((part, index) => (index === 0 ? part : encodeURIComponent(part)))
    .join('/');
