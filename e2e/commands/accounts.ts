/** The demo accounts that tests share: one session per account and process, so no test may end it. */
export const accounts = {
  sysadmin: 'sysadmin@demo.example',
  admin: 'admin@demo.example',
  internal: 'internal@demo.example',
  client: 'client@demo.example',
  premium: 'premium@demo.example',
  reviewer: 'reviewer@demo.example',
  oneCommunity: 'onecommunity@demo.example',
} as const;

/** Accounts whose password a test sets, which ends their sessions. Only the tests of mailed links use them. */
export const mailedAccounts = {
  resetter: 'quiet@demo.example',
  invited: 'invited@demo.example',
} as const;

export type Account = keyof typeof accounts;

export const password = 'Readerlens-1';

/** The clients of the demo data, by id. */
export const clients = {
  aurelis: { id: '1', name: 'Aurelis Bioprocess' },
  norvane: { id: '2', name: 'Norvane Filtration' },
  kestrowel: { id: '3', name: 'Kestrowel Medical Devices' },
  /** Has documents, but no activities. */
  quietharbor: { id: '10', name: 'Quietharbor Laboratories' },
} as const;
