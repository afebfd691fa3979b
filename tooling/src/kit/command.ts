// readerlens-area COMMAND: the commands of a team's own repository. See docs/deploying-a-remote.md.
import process from 'node:process';

/** The options that a command begins with, and its script. */
const commands: Readonly<Record<string, { options?: readonly string[]; run: () => Promise<unknown> }>> = {
  create: { run: () => import('./create-here.ts') },
  dev: { run: () => import('./dev-here.ts') },
  build: { run: () => import('./build-here.ts') },
  deploy: { run: () => import('../cli/deploy-remote.ts') },
  stage: { options: ['--stage'], run: () => import('../cli/deploy-remote.ts') },
  'preview-link': { run: () => import('../cli/preview-link.ts') },
  canary: { run: () => import('../cli/canary.ts') },
  rollback: { run: () => import('../cli/rollback.ts') },
  withdraw: { run: () => import('../cli/withdraw-remote.ts') },
};

const [node = '', script = '', name = '', ...args] = process.argv;
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;

if (command) {
  process.argv = [node, script, ...args, ...(command.options ?? [])];
  await command.run();
} else {
  process.stderr.write(
    `Usage: npx readerlens-area COMMAND\n\nCommands: ${Object.keys(commands).join(', ')}\n`,
  );
  process.exitCode = 2;
}
