// pnpm create-admin EMAIL: creates the first system administrator of a database.
import { CreateAdminError, createAdmin, formatProductCommand, runWithServices } from '@readerlens/api';
import { printOr, runCli } from '../run-cli.ts';

const create = async (email: string): Promise<string> => {
  const { link } = await runWithServices(({ db, config }) => createAdmin(db, email, config));
  return `${email} is a system administrator. Choose the password here, within 14 days:\n\n  ${link}`;
};

const [email] = process.argv.slice(2);
await runCli(
  async () =>
    printOr(`Usage: ${formatProductCommand('create-admin')} EMAIL`, email ? await create(email) : undefined),
  (error) => (error instanceof CreateAdminError ? error.message : undefined),
);
