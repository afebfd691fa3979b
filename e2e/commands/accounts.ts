/** The demo accounts used by tests. Only the tests of mailed links use `resetter` and `invited`. */
export const accounts = {
  sysadmin: 'sysadmin@demo.example',
  admin: 'admin@demo.example',
  internal: 'internal@demo.example',
  client: 'client@demo.example',
  premium: 'premium@demo.example',
  reviewer: 'reviewer@demo.example',
  oneCommunity: 'onecommunity@demo.example',
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
