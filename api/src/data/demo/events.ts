import { addDays, isoDate, toDay } from './calendar.ts';
import type { DemoPart, DemoTable } from './demo-part.ts';
import type { DemoReader } from './people.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';
import { uploadedTables } from './uploaded-tables.ts';

interface PlannedEvent {
  /** Place among the clients. */
  readonly client: number;
  readonly id: string;
  readonly title: string;
  /** Days ago on which it starts. */
  readonly daysAgo: number;
  /** Registrants for each 100 readers of the demo. */
  readonly registrants: number;
  readonly showRate: number;
  readonly sessions: readonly string[];
}

const summit = [
  'Opening keynote',
  'Single-use at scale',
  'Panel: lessons from tech transfer',
  'Workshop: sizing of depth filters',
  'Poster session',
  'Networking dinner',
];

/** The days after the second event are not over; the last one has no sessions. */
const plannedEvents: readonly PlannedEvent[] = [
  {
    client: 0,
    id: 'EVT-SUMMIT',
    title: 'Bioprocess Summit',
    daysAgo: 75,
    registrants: 1.4,
    showRate: 0.62,
    sessions: summit,
  },
  {
    client: 0,
    id: 'EVT-LAB-DAY',
    title: 'Filtration Lab Day',
    daysAgo: 12,
    registrants: 0.4,
    showRate: 0.71,
    sessions: ['Lab tour', 'Integrity testing by hand', 'Questions and answers'],
  },
  {
    client: 0,
    id: 'EVT-ROADSHOW',
    title: 'Cell Culture Roadshow',
    daysAgo: 160,
    registrants: 0.8,
    showRate: 0.55,
    sessions: ['Media optimization', 'Sensors in practice'],
  },
  {
    client: 1,
    id: 'EVT-FORUM',
    title: 'Filter Users Forum',
    daysAgo: 50,
    registrants: 0.3,
    showRate: 0.58,
    sessions: [],
  },
];

/** Readers of the communities of the client, and a few people who are no readers. */
const drawEmail = (readers: readonly DemoReader[], at: number, random: Random) => {
  const reader = random.chance(0.9) ? random.pick(readers) : undefined;
  return { email: reader?.email ?? `guest${at + 1}@visitors.example`, readerId: reader?.id ?? null };
};

const drawRegistrants = (world: World, planned: PlannedEvent, random: Random): unknown[][] => {
  const client = world.dimensions.clients[planned.client % world.dimensions.clients.length]!;
  const readers = world.readers.filter(({ communityId }) => client.communities.includes(communityId));
  const day = addDays(toDay(world.now), -planned.daysAgo);
  const wanted = Math.round((planned.registrants * world.readers.length) / 100);
  const people = Array.from({ length: wanted }, (_, at) => drawEmail(readers, at, random));
  // Nobody registers twice.
  const unique = new Map(people.map((person) => [person.email.toLowerCase(), person]));
  return [...unique.values()].map(({ email, readerId }) => {
    const attended = random.chance(planned.showRate);
    // The later the session, the fewer stay.
    const sessions = attended ? planned.sessions.filter((_, at) => random.chance(0.85 - at * 0.1)) : [];
    return [
      client.id,
      `${planned.id} ${email.toLowerCase()}`,
      planned.id,
      planned.title,
      isoDate(day),
      email.toLowerCase(),
      isoDate(addDays(day, -1 - random.int(45))),
      attended,
      sessions,
      readerId,
    ];
  });
};

function* eventTables(world: World, _context: unknown, random: Random): Generator<DemoTable> {
  const uploaded = {
    kind: 'events',
    fileName: 'events.csv',
    table: 'event_registrant',
    columns: [
      'client_id',
      'external_id',
      'event',
      'title',
      'starts_on',
      'email',
      'registered_on',
      'attended',
      'sessions',
      'reader_id',
    ],
    rows: plannedEvents.flatMap((planned) => drawRegistrants(world, planned, random)),
  } as const;
  yield* uploadedTables(world, uploaded, random);
}

/** Registrants and attendees of events, as they would have been uploaded. They do not change who is active afterwards. */
export const eventsPart: DemoPart = { name: 'events', tables: eventTables };
