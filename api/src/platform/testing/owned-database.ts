// node owned-database.ts create|drop NAME: a database whose tables belong to one role, for another role that the product runs as,
// as docs/operating.md documents it. For tests of commands, which are processes. Prints addresses as JSON; null without a server.
import { serverUrl, databaseUrl, withClient } from './test-server.ts';

const [action = '', name = ''] = process.argv.slice(2);
const [owner, app] = [`${name}_owner`, `${name}_app`];

const asRole = (role: string): string => {
  const url = new URL(databaseUrl(name));
  url.username = role;
  url.password = 'p';
  return url.href;
};

const run = (statements: readonly string[]) =>
  withClient(serverUrl, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

const actions: Readonly<Record<string, () => Promise<void>>> = {
  create: () =>
    run([
      `CREATE ROLE ${owner} LOGIN PASSWORD 'p'`,
      `CREATE ROLE ${app} LOGIN PASSWORD 'p'`,
      `CREATE DATABASE ${name} OWNER ${owner}`,
    ]),
  drop: () =>
    run([
      `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`,
      `DROP ROLE IF EXISTS ${owner}`,
      `DROP ROLE IF EXISTS ${app}`,
    ]),
};

const isReachable = await withClient(serverUrl, async () => true).catch(() => false);
if (isReachable) await actions[action]?.();
process.stdout.write(JSON.stringify(isReachable ? { ownerUrl: asRole(owner), appUrl: asRole(app) } : null));
