// Writes batches of fifty organizations to the data directory in the argument, one transaction each, and prints the
// number of each committed batch until it is killed.
import { openDatabase } from '../db/index.ts';

const db = await openDatabase({ dataDir: process.argv[2] });
const { last } = await db.kysely
  .selectFrom('organisation')
  .select(({ fn }) => fn.max('name').as('last'))
  .executeTakeFirstOrThrow();
for (let batch = last ? Math.floor(Number(last) / 1000) + 1 : 1; ; batch += 1) {
  await db.transaction(async (trx) => {
    for (let row = 0; row < 50; row += 10) {
      const values = Array.from({ length: 10 }, (_, index) => ({
        name: String(batch * 1000 + row + index).padStart(9, '0'),
      }));
      await trx.insertInto('organisation').values(values).execute();
    }
  });
  process.stdout.write(`${batch}\n`);
}
