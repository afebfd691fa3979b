import type { Rows, Schema } from '../../platform/db/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Random } from './random.ts';
import type { DemoActivity, World } from './world.ts';

/** Rows for one table, as `copyIn` takes them. */
export interface DemoTable {
  readonly table: keyof Schema;
  readonly columns: readonly string[];
  readonly rows: Rows;
}

/** What the tables of a part are made from, besides the world. */
export interface DemoContext {
  /** Of the password of all demo users. Without it, none of them can log in. */
  readonly passwordHash?: string | undefined;
  /** Encrypts the address of the chat channel. Without it, no key opens that. */
  readonly secrets?: Pick<Secrets, 'deriveDataKeys'> | undefined;
  /** Activities that parts plan on top of the demo's size. */
  readonly plannedActivities: readonly DemoActivity[];
  /** Counts activities written so far. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/**
 * The demo data of one area. Each part has a random source of its own, seeded with its name: the data of the other
 * parts stays the same when a part is added or changed.
 */
export interface DemoPart {
  readonly name: string;
  /** Activities on top of the demo's size. */
  readonly activities?: (world: World, random: Random) => readonly DemoActivity[];
  /** Tables with their rows, referenced tables first. Rows are made while they are read, once. */
  readonly tables?: (world: World, context: DemoContext, random: Random) => Iterable<DemoTable>;
}
