import { api, satisfies, sessionStore } from '@readerlens/auth';
import { alertTypeLabels } from '@readerlens/contract/alerts';
import { anyContains } from '@readerlens/contract/text';
import type { AreaCommand, CommandSource } from '@readerlens/ui';

/** As many as a person reads; typing more narrows them. */
const limit = 8;
/** The server accepts no longer texts. */
const maxLength = 200;

const mayManage = (): boolean => satisfies(sessionStore.getState().claims, { claim: 'manageNotifications' });

const newAlert: AreaCommand = { id: 'new', label: 'New alert', to: '/notification/new/1' };

const alertsNamed = async (text: string, signal: AbortSignal): Promise<AreaCommand[]> => {
  const body = { query: text, pageSize: limit, sortBy: 'name', sortDir: 'asc' } as const;
  const { data } = await api('POST /api/notifications/search', { body }, { signal });
  return data.items.map(({ id, name, $type }) => ({
    id,
    label: name,
    detail: alertTypeLabels[$type],
    to: `/notification/${encodeURIComponent(id)}/1`,
  }));
};

/** What this area adds to the command palette, besides its screens: a new alert, and the alerts that contain a text. */
export const commandSources: readonly CommandSource[] = [
  {
    group: 'Alerts',
    order: 55,
    icon: 'bell-ring',
    find: async (typed, { signal }) => {
      const text = typed.trim();
      if (text === '' || !mayManage()) return [];
      const creating = anyContains([newAlert.label, 'Create alert'], text) ? [newAlert] : [];
      return text.length > maxLength ? creating : [...creating, ...(await alertsNamed(text, signal))];
    },
  },
];
