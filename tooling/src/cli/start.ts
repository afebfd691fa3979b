// npm start: the whole composed product on one address.
import {
  ConfigError,
  DataDirectoryInUseError,
  MigrationError,
  readConfig,
  stopOnSignals,
} from '@readerlens/api';
import type { Config } from '@readerlens/api';
import { buildShell, deployLocally } from '../serve/deploy-local.ts';
import { PortTakenError, assertPortFree } from '../serve/port.ts';
import { composeProduct, openData } from '../serve/product.ts';
import type { Product } from '../serve/product.ts';

const dev = process.argv.includes('--dev');
const say = (line: string) => process.stdout.write(`${line}\n`);
const step = (line: string) => say(`  ${line}`);

const announce = ({ port }: Config, { demoAccounts, services }: Product) => {
  say(`\nReaderlens is ready:  http://localhost:${port}\n`);
  if (demoAccounts.length > 0) {
    say('Demo accounts');
    for (const { email, password, role } of demoAccounts) say(`  ${email.padEnd(24)} ${password}   ${role}`);
    say(`\nMails that the product sends:  http://localhost:${port}/dev/outbox`);
  } else if (services.db.engine === 'postgres') {
    say('An empty database has no accounts yet: pnpm create-admin EMAIL');
  }
  say('Stop with Ctrl-C.');
};

const start = async () => {
  const embedded = !process.env.DATABASE_URL;
  const config = readConfig({ ...(embedded ? { LOG_LEVEL: 'warn' } : {}), ...process.env });
  await assertPortFree(config.port, config.host);
  step('starting');
  const prepare = config.areas.store ? buildShell : deployLocally;
  const deploying = dev ? Promise.resolve() : prepare(step);
  const [data] = await Promise.all([openData(config, step), deploying]);
  const product = await composeProduct(config, data, { dev });
  stopOnSignals(async () => {
    say('\nStopping …');
    await product.close();
  }, data.logger);
  await product.app.listen({ port: config.port, host: config.host });
  announce(config, product);
};

/** These say what to do; a stack trace would only hide it. */
const plain = [ConfigError, DataDirectoryInUseError, MigrationError, PortTakenError];

start().catch((error: unknown) => {
  const isPlain = plain.some((type) => error instanceof type);
  process.stderr.write(
    `\n${isPlain ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`,
  );
  process.exit(1);
});
