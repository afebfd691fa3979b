/** The commands that work in a package, without sources and build tools. */
export const packagedCommands: readonly string[] = [
  'backup',
  'canary',
  'create-admin',
  'deliveries',
  'deploy-remote',
  'erasures',
  'import',
  'preview-link',
  'readers',
  'reencrypt',
  'repair-registry',
  'restore',
  'rollback',
  'start',
  'withdraw-remote',
];
