import type { HeldDeliveries } from '@readerlens/contract';
import {
  holdForReason,
  notHeldText,
  readHeldDeliveries,
  releaseHeldDeliveries,
} from './features/operations/held-deliveries.ts';
import { isHeldKind } from './job-kinds.ts';
import type { Services } from './people/services.ts';
import { parseArguments, runCommand } from './platform/command.ts';
import type { CommandContext } from './platform/command.ts';
import { formatProductCommand } from './platform/command-text.ts';
import { UsageError } from './platform/explained-error.ts';
import { openCommandServices } from './open-services.ts';

const usage = `Usage: ${formatProductCommand('deliveries')} [hold | release]`;

const dueText = ({ slots, mails, webhooks }: HeldDeliveries) =>
  `Now due: scheduled runs ${slots}, mails ${mails}, webhook messages ${webhooks}.`;

const stateText = (due: HeldDeliveries) =>
  due.held
    ? `Deliveries are held since ${due.held.since}. ${due.held.reason} ${dueText(due)}`
    : `${notHeldText} ${dueText(due)}`;

const actions: Readonly<Record<string, (services: Services) => Promise<string>>> = {
  async show(services) {
    const { db, jobs } = services;
    return stateText(await readHeldDeliveries(db.kysely, jobs.clock(), isHeldKind(services)));
  },
  async hold({ db, audit }) {
    await db.transaction((trx) => holdForReason(trx, audit, 'Deliveries were held by a command.'));
    return 'Deliveries are held.';
  },
  async release(services) {
    const { db, audit, jobs } = services;
    const context = { audit, now: jobs.clock(), isHeldKind: isHeldKind(services) };
    const due = await db.transaction((trx) => releaseHeldDeliveries(trx, context, { actorId: null }));
    return due ? `The deliveries are released. ${dueText(due)}` : notHeldText;
  },
};

/** Runs `pnpm deliveries`: tells whether deliveries are held, holds or releases them. Returns the exit code. */
export const runDeliveries = (argv: readonly string[], context?: CommandContext): Promise<number> =>
  runCommand(async (command) => {
    const [action = 'show'] = parseArguments(argv, { usage, options: {}, most: 1 }).positionals;
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!run) throw new UsageError(`'${action}' is no action of deliveries.\n${usage}`);
    command.print(await run(await openCommandServices(command)));
  }, context);
