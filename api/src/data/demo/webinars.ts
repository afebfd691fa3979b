import { addDays, isoDate, toDay } from './calendar.ts';
import type { DemoPart, DemoTable } from './demo-part.ts';
import type { DemoReader } from './people.ts';
import { weighted } from './random.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';
import { uploadedTables } from './uploaded-tables.ts';

type Input = 'onDemand' | 'polls' | 'questions' | 'resources' | 'surveys';

interface PlannedWebinar {
  /** Place among the clients. */
  readonly client: number;
  readonly id: string;
  readonly title: string;
  /** Days ago on which it was held. */
  readonly daysAgo: number;
  /** Registrants for each 100 readers of the demo. */
  readonly registrants: number;
  readonly attendance: number;
  /** What it offers; of one without minutes the file only says who came. */
  readonly inputs: readonly Input[];
  readonly hasMinutes: boolean;
}

const everything: readonly Input[] = ['questions', 'polls', 'surveys', 'resources', 'onDemand'];
const plan = (
  client: number,
  [id, title]: readonly [string, string],
  [daysAgo, registrants, attendance]: readonly [number, number, number],
  inputs: readonly Input[] = everything,
  hasMinutes = true,
): PlannedWebinar => ({ client, id, title, daysAgo, registrants, attendance, inputs, hasMinutes });

/** The webinars of the second client come from a file without minutes and actions. */
const plannedWebinars: readonly PlannedWebinar[] = [
  plan(0, ['WEB-SENSORS', 'Inline sensors for perfusion processes'], [9, 0.9, 0.41]),
  plan(0, ['WEB-FILTERS', 'Depth filters: sizing without surprises'], [38, 1.3, 0.36]),
  plan(
    0,
    ['WEB-MEDIA', 'Cell culture media: from screening to scale'],
    [71, 1.1, 0.33],
    ['questions', 'surveys'],
  ),
  plan(0, ['WEB-BAGS', 'Single-use bags and extractables'], [120, 0.7, 0.44]),
  plan(0, ['WEB-VALIDATION', 'Validation of sterile filtration'], [175, 1.2, 0.38]),
  plan(0, ['WEB-MIXERS', 'Mixing at low shear'], [240, 0.8, 0.31], ['questions', 'polls']),
  plan(1, ['WEB-BASICS', 'Basics of tangential flow filtration'], [24, 0.5, 0.35], [], false),
  plan(1, ['WEB-CLINICAL', 'Small batches for clinical supply'], [95, 0.4, 0.42], [], false),
];

/** Each day of the last week, then the weeks before it. More than half register in the last week, a quarter on the day. */
const dayWeights = [27, 9, 6, 5, 4.5, 3.5, 3, ...Array.from({ length: 35 }, (_, at) => (35 - at) / 15)];

const durationMinutes = 60;

const drawMinutes = (random: Random): number =>
  random.chance(0.72) ? 52 + random.int(9) : 12 + random.int(46);

const drawCount = (random: Random, share: number, most: number): number =>
  random.chance(share) ? 1 + random.int(most) : 0;

const drawActions = ({ inputs }: PlannedWebinar, attended: boolean, random: Random) => {
  const draw = (input: Input, share: number, most: number) => {
    if (!inputs.includes(input)) return null;
    return attended ? drawCount(random, share, most) : 0;
  };
  return [
    draw('questions', 0.14, 3),
    draw('polls', 0.46, 3),
    draw('surveys', 0.22, 1),
    draw('resources', 0.28, 4),
  ];
};

const drawRegistrants = (world: World, planned: PlannedWebinar, random: Random): unknown[][] => {
  const client = world.dimensions.clients[planned.client % world.dimensions.clients.length]!;
  const readers = world.readers.filter(({ communityId }) => client.communities.includes(communityId));
  const day = addDays(toDay(world.now), -planned.daysAgo);
  const drawDays = weighted(dayWeights);
  const wanted = Math.round((planned.registrants * world.readers.length) / 100);
  const people = Array.from({ length: wanted }, (_, at): Pick<DemoReader, 'email'> & { id: number | null } =>
    random.chance(0.88) ? random.pick(readers) : { id: null, email: `guest${at + 1}@visitors.example` },
  );
  // Nobody registers twice.
  const unique = new Map(people.map((person) => [person.email.toLowerCase(), person.id]));
  return [...unique].map(([email, readerId]) => {
    const attended = random.chance(planned.attendance);
    const minutes = attended ? drawMinutes(random) : null;
    const recording = random.chance(attended ? 0.05 : 0.2) ? 8 + random.int(50) : 0;
    return [
      client.id,
      `${planned.id} ${email}`,
      planned.id,
      planned.title,
      isoDate(day),
      planned.hasMinutes ? durationMinutes : null,
      email,
      isoDate(addDays(day, -drawDays(random))),
      attended,
      planned.hasMinutes ? minutes : null,
      planned.inputs.includes('onDemand') ? recording : null,
      ...drawActions(planned, attended, random),
      readerId,
    ];
  });
};

function* webinarTables(world: World, _context: unknown, random: Random): Generator<DemoTable> {
  const uploaded = {
    kind: 'webinars',
    fileName: 'webinars.csv',
    table: 'webinar_registrant',
    columns: [
      'client_id',
      'external_id',
      'webinar',
      'title',
      'held_on',
      'duration_minutes',
      'email',
      'registered_on',
      'attended',
      'live_minutes',
      'on_demand_minutes',
      'questions',
      'polls',
      'surveys',
      'resources',
      'reader_id',
    ],
    rows: plannedWebinars.flatMap((planned) => drawRegistrants(world, planned, random)),
  } as const;
  yield* uploadedTables(world, uploaded, random);
}

/** Registrants and attendees of webinars, as they would have been uploaded. */
export const webinarsPart: DemoPart = { name: 'webinars', tables: webinarTables };
