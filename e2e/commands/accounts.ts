/** The demo accounts. */
export const accounts = {
  sysadmin: 'sysadmin@demo.example',
  admin: 'admin@demo.example',
  internal: 'internal@demo.example',
  client: 'client@demo.example',
} as const;

export type Account = keyof typeof accounts;

export const password = 'Readerlens-1';
