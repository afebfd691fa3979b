// pnpm create-admin EMAIL: creates the first system administrator of a database.
import {
  CreateAdminError,
  createAdmin,
  databaseLocation,
  openDatabase,
  readConfig,
  startErrorText,
} from '@readerlens/api';

const create = async (email: string) => {
  const config = readConfig(process.env);
  const db = await openDatabase(databaseLocation(config));
  try {
    const { link } = await createAdmin(db, email, config);
    process.stdout.write(
      `${email} is a system administrator. Choose the password here, within 14 days:\n\n  ${link}\n`,
    );
  } finally {
    await db.close();
  }
};

const [email] = process.argv.slice(2);
if (!email) {
  process.stderr.write('Usage: pnpm create-admin EMAIL\n');
  process.exit(2);
}

create(email).catch((error: unknown) => {
  const text = error instanceof CreateAdminError ? error.message : startErrorText(error);
  process.stderr.write(`${text ?? (error as Error).stack ?? String(error)}\n`);
  process.exit(1);
});
