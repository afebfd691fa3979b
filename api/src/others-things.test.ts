// Generated from the contract: a new call fails here until it treats what belongs to others as if it did not exist.
import { sql } from 'kysely';
import type { CallKey } from '@readerlens/contract';
import { share, testSeed } from '@readerlens/filters/testing';
import type { Entitled } from './activities/testing/activity-world.ts';
import { planted } from './activities/testing/planted-activity.ts';
import type { PlantedField } from './activities/testing/planted-activity.ts';
import { testDatabase } from './platform/testing/index.ts';
import { askedCalls, callWorld } from './testing/call-inputs.ts';
import { plantTexts, plantedTexts } from './testing/planted-texts.ts';

const db = testDatabase();
const { listInputs, fillParams, addPerson, send } = callWorld(db);
beforeAll(() => plantTexts(db()));

/** Fields whose values are offered to everyone to filter by. */
const offered: readonly string[] = [
  'Country',
  'State',
  'Region',
  'Newsletter',
  'DocumentTypes',
  'ContentTopics',
  'Personas',
  'ProductServiceOfferings',
] satisfies PlantedField[];
const activityWords = Object.entries(planted).flatMap(([field, word]) =>
  word?.startsWith('zq') && !offered.includes(field) ? [word] : [],
);
const words = (isIn: (column: string) => boolean) =>
  Object.entries(plantedTexts).flatMap(([column, text]) =>
    isIn(column) ? [...text.matchAll(/z[wq]\w+/g)].map(([word]) => word) : [],
  );
/** The words that occur in these tables only. */
const wordsIn = (tables: RegExp) => {
  const elsewhere = words((column) => !tables.test(column));
  return words((column) => tables.test(column)).filter((word) => !elsewhere.includes(word));
};

/** Tables with what a person keeps for themselves. */
const personal =
  /^(account_list|activity_report|alert|default_filters|delivery|job_run|onboarding|outbox|page_mail|saved_search|schedule|user_export|webhook_message|webhook_subscription)/;
/** What staff turn on and off for a client. */
const ofClients = /opportunity[-.]influence/;
/** Tables to which each call may add, or that are about the caller. */
const ofTheCaller = /^(app_user|audit_event|mail_count|rate_limit|user_session)\b/;

interface Stranger {
  readonly name: string;
  readonly user: Entitled;
  readonly isColleague?: true;
  /** Tables with what is not theirs. */
  readonly tables: RegExp;
  /** What is shown of these, and of activities, to nobody but those whom it belongs to. */
  readonly hidden: readonly string[];
  /** Calls with an id that they may make, because the client or account is in their care. */
  readonly allowed: RegExp;
}

const claims = {
  view_notifications: true,
  access_marketing_performance: true,
  notification_claim_level: 'Admin',
} as const satisfies Entitled;

/** The owner is a SystemAdmin, whose account none of them may see. */
const strangers: readonly Stranger[] = [
  {
    name: 'a user of another client',
    user: { ...claims, role: 'Client' },
    tables: /./,
    hidden: [...wordsIn(/./), ...activityWords],
    allowed: /export-progress/,
  },
  {
    name: 'another user of the same client',
    user: { ...claims, role: 'Client' },
    isColleague: true,
    tables: personal,
    hidden: wordsIn(personal),
    allowed: /export-progress|analytics|reader-dashboard|client-channels|notification-subjects/,
  },
  {
    name: 'staff',
    user: { ...claims, role: 'Internal', review_activities: true },
    // Onboarding forms are in the care of staff.
    tables: new RegExp(personal.source.replace('|onboarding', '')),
    // Operations shows them whom mails and messages did not reach.
    hidden: wordsIn(/^(activity_report|alert|saved_search)/),
    allowed:
      /export-progress|analytics|operations|reader-dashboard|notification-subjects|client-webhook|client-channels|annotations|marketing-data|onboarding|\/user\//,
  },
];

/** Every row of some tables, as text. */
const readRows = async (tables: RegExp): Promise<Set<string>> => {
  const { rows: names } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(db().kysely);
  const selects = names
    .filter(({ name }) => tables.test(name) && !ofTheCaller.test(name))
    .map(
      ({ name }) => sql`SELECT ${name}::text || to_jsonb(row)::text AS line FROM ${sql.table(name)} AS row`,
    );
  const { rows } = await sql<{ line: string }>`${sql.join(selects, sql` UNION ALL `)}`.execute(db().kysely);
  return new Set(rows.map(({ line }) => line));
};

/** Whether this stranger makes the call today: one of them does, another one each day. */
const callsToday = (name: string, call: CallKey) =>
  share(strangers, strangers.length, testSeed + askedCalls.indexOf(call)).some((one) => one.name === name);

const hasId = (call: CallKey) => /\{\w*id(s|OrEmail)?\}/i.test(call);

describe.each(strangers)('$name', ({ name, user, isColleague, tables, hidden, allowed }) => {
  let headers: { authorization: string };
  let before: Set<string>;
  let rows: Set<string>;
  beforeAll(async () => {
    headers = await addPerson(user, isColleague ?? false);
    before = await readRows(tables);
    rows = before;
  });

  it.each(askedCalls.filter((call) => callsToday(name, call)))('%s', async (call) => {
    const answered: number[] = [];
    for (const input of listInputs(call)) {
      const sent = JSON.stringify(input);
      const { status, text } = await send(call, input, headers);
      expect(hidden.filter((word) => text.includes(word) && !sent.includes(word))).toEqual([]);
      answered.push(status);
    }
    const isOpen = !hasId(call) || allowed.test(call);
    expect(answered.filter((status) => !isOpen && status !== 403 && status !== 404)).toEqual([]);
    const earlier = rows;
    rows = await readRows(tables);
    expect([...earlier].filter((line) => !rows.has(line) && !ofClients.test(line))).toEqual([]);
  });

  it('adds nothing for the owner', async () => {
    const { userId } = fillParams('GET /api/saved-searches/{userId}', {});
    const owned = new RegExp(String.raw`"(owner|user)_id": ${userId}\b`);
    expect([...rows].filter((line) => owned.test(line) && !before.has(line))).toEqual([]);
  });
});
