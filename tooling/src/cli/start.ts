// npm start: runs the composed product on one port.
import type { Config } from '@readerlens/api';
import { parseArguments } from '@readerlens/api/command';
import { readConfig } from '@readerlens/api/config';
import { log } from '../log.ts';
import { emptyStoreHint } from '../registry/empty-store.ts';
import { readRegistry } from '../registry/switch.ts';
import { buildShell, deployLocally } from '../serve/deploy-local.ts';
import { assertPortFree } from '../port.ts';
import type { Product } from '../serve/product.ts';
import { createStartProgress } from '../start-progress.ts';
import { openStore } from '../store/open-store.ts';
import { startCommand } from '../workplace.ts';

const progress = createStartProgress();

/** Reading all code of the product takes seconds, the first time. Builds need little of it, and begin before. */
const productCode = async () => ({
  ...(await import('@readerlens/api')),
  ...(await import('../serve/product.ts')),
});

const openDataOnceRead = async (config: Config, load: (step: string) => void) =>
  (await productCode()).openData(config, load);

const hasAccounts = async ({ db }: Product['services']): Promise<boolean> =>
  (await db.kysely.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined;

const announce = async ({ port }: Config, { demoAccounts, services }: Product) => {
  log(`\nReaderlens is ready:  http://localhost:${port}\n`);
  if (demoAccounts.length > 0) {
    log('Demo accounts');
    for (const { email, password, role } of demoAccounts) log(`  ${email.padEnd(24)} ${password}   ${role}`);
    log(`\nEmails sent by the product:  http://localhost:${port}/dev/outbox`);
  } else if (!(await hasAccounts(services))) {
    const { formatProductCommand } = await productCode();
    log(`No accounts yet? Create one with: ${formatProductCommand('create-admin')} EMAIL`);
  }
  log('Stop with Ctrl-C.');
};

/** An empty store is easily mistaken for a broken installation: its pages have no menu. */
const announceEmptyStore = async ({ areas: { store: target, channel }, publicUrl: shell }: Config) => {
  if (!target) return;
  try {
    const hint = emptyStoreHint(await readRegistry(openStore(target), channel), { target, channel, shell });
    if (hint) log(`\n${hint}\n`);
  } catch (error) {
    log(`\nThe areas cannot be read: ${(error as Error).message}\n`);
  }
};

const usage = `Usage: ${startCommand}`;

const start = async () => {
  const { dev = false } = parseArguments(process.argv.slice(2), {
    usage,
    options: { dev: { type: 'boolean' } },
  }).values;
  const embedded = !process.env.DATABASE_URL;
  const config = readConfig({ ...(embedded ? { LOG_LEVEL: 'warn' } : {}), ...process.env });
  await assertPortFree(config.port, config.host, (other) => `PORT=${other} ${startCommand}`);
  const [build, load] = [progress.addWork(), progress.addWork()];
  build('starting');
  const prepare = config.areas.store ? buildShell : deployLocally;
  // After the builds have begun.
  const opening = Promise.resolve().then(() => openDataOnceRead(config, load));
  const deploying = dev ? Promise.resolve() : prepare(build, opening);
  const [data] = await Promise.all([opening, deploying]);
  const { composeProduct, stopOnSignals } = await productCode();
  const product = await composeProduct(config, data, { dev });
  const close = async () => {
    log('\nStopping …');
    await product.close();
  };
  stopOnSignals(close, { logger: data.logger, drain: data.services.drain });
  await product.app.listen({ port: config.port, host: config.host });
  progress.end();
  await announce(config, product);
  await announceEmptyStore(config);
};

start().catch(async (error: unknown) => {
  progress.end();
  const { explainError } = await productCode();
  process.stderr.write(`\n${explainError(error)}\n`);
  process.exit(1);
});
