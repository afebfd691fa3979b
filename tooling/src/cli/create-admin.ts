// pnpm create-admin EMAIL: creates the first system administrator of a database.
import {
  ConfigError,
  CreateAdminError,
  DataDirectoryInUseError,
  createAdmin,
  openDatabase,
  readConfig,
} from '@readerlens/api';

const create = async (email: string) => {
  const config = readConfig(process.env);
  const db = await openDatabase(
    config.databaseUrl ? { url: config.databaseUrl } : { dataDir: config.dataDir },
  );
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
  // Their message is enough for the user.
  const isExpected = [ConfigError, CreateAdminError, DataDirectoryInUseError].some(
    (type) => error instanceof type,
  );
  process.stderr.write(
    `${isExpected ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`,
  );
  process.exit(1);
});
