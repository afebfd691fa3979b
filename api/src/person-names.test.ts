// Whatever names a person calls them by the same text, and says if the account was deleted since.
import { sql } from 'kysely';
import { PersonName, calls } from '@readerlens/contract';
import type { CallDefinition, CallKey } from '@readerlens/contract';
import { testDatabase } from './platform/testing/index.ts';
import { askedCalls, callWorld } from './testing/call-inputs.ts';

const db = testDatabase();
const { listInputs, send } = callWorld(db);

const namesPeople = ({ data }: CallDefinition): boolean =>
  JSON.stringify(data).includes(JSON.stringify(PersonName));

const isRead = (call: CallKey): boolean => {
  const { reads = call.startsWith('GET') }: CallDefinition = calls[call];
  return reads;
};
const reading = askedCalls.filter(isRead);
const naming = reading.filter((call) => namesPeople(calls[call]));
/** A list that is about deleted accounts. */
const deletedUsers = /"deletedUsers":\[[^\]]*\]/g;

const run = (statement: string) => sql.raw(statement).execute(db().kysely);

/** Everything that the asker has done was done by someone else. */
beforeAll(async () => {
  const { kysely } = db();
  const author = sql<number>`(SELECT id FROM app_user WHERE email LIKE 'colleague@%')`;
  await kysely.updateTable('alert').set({ created_by: author, updated_by: author }).execute();
  await kysely.updateTable('saved_search').set({ created_by: author, updated_by: author }).execute();
  await kysely.updateTable('annotation').set({ author_id: author }).execute();
  await kysely.updateTable('account_list').set({ owner_id: author, is_shared: true }).execute();
  await kysely.updateTable('onboarding_form').set({ client_set_up_by: author }).execute();
  await kysely.updateTable('marketing_upload').set({ user_id: author }).execute();
  await kysely.updateTable('influence_watch').set({ owner_id: author }).execute();
  await sql`INSERT INTO alert_recipient (alert_id, user_id, position, role, is_email_subscribed)
    SELECT id, ${author}, 9, 'Client', true FROM alert`.execute(kysely);
  await sql`INSERT INTO review_decision (user_id, reversed_by, reversed_at, action, selection)
    VALUES (${author}, ${author}, now(), 'Approved', '{}')`.execute(kysely);
  await sql`INSERT INTO reader_restriction (reader_id, at, user_id, reason, sealed)
    SELECT id, now(), ${author}, '', '' FROM reader`.execute(kysely);
  await sql`INSERT INTO personal_data_request (at, kind, user_id, reference, readers)
    VALUES (now(), 'export', ${author}, '', '{1}')`.execute(kysely);
  await sql`INSERT INTO audit_event (actor_id, subject_id, account_id, action, detail)
    VALUES (${author}, ${author}, ${author}, 'user.update', '{}')`.execute(kysely);
});

/** The answer without what is about deleted accounts, whatever its status. */
const answerTo = async (call: CallKey): Promise<string> => {
  const [input = {}] = listInputs(call);
  return (await send(call, input)).text.replaceAll(deletedUsers, '');
};

const setAccount = (change: string) => run(`UPDATE app_user SET ${change} WHERE email LIKE 'colleague@%'`);
const deletion = 'is_active = false, deleted_at = now()';

describe('someone who is named', () => {
  it.each(naming)('%s: by the name, or by a number', async (call) => {
    await setAccount("first_name = 'Zqjane', last_name = 'Zqdoe'");
    expect(await answerTo(call)).toContain('"Zqjane Zqdoe"');
    await setAccount("first_name = '', last_name = ' '");
    expect(await answerTo(call)).toMatch(/"User \d+"/);
  });
});

describe('someone who is named, and whose account was deleted', () => {
  beforeAll(() => setAccount(`first_name = 'Zqjane', last_name = 'Zqdoe', ${deletion}`));

  it.each(naming)('%s: with the mark', async (call) => {
    expect(await answerTo(call)).toContain('"Zqjane Zqdoe (deleted)"');
  });

  it('has the mark in every other answer and file, too', async () => {
    const unmarked: CallKey[] = [];
    for (const call of reading)
      if ((await answerTo(call)).replaceAll('Zqjane Zqdoe (deleted)', '').includes('Zqjane'))
        unmarked.push(call);
    expect(unmarked).toEqual([]);
  });
});
