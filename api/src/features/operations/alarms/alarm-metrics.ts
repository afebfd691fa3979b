import { alarmConditions, alarmSeverities } from '@readerlens/contract';
import { Gauge } from 'prom-client';
import { findAlarms } from './alarms.ts';
import { readFigures } from './figures.ts';
import type { FigureServices, Figures } from './figures.ts';
import type { Services } from '../../../people/services.ts';

type Labels = Readonly<Record<string, string>>;
interface FigureMetric {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  readonly read: (figures: Figures) => readonly (readonly [Labels, number])[];
}

const secondsSince = (now: Date, since: Date) => (now.getTime() - since.getTime()) / 1000;

/** The age of the oldest of what waits; 0 if nothing does. */
const ageMetric = (name: string, help: string, what: 'mails' | 'webhooks'): FigureMetric => ({
  name,
  help,
  read: ({ database }) => {
    if (!database) return [];
    const waiting = database[what];
    return [[{}, waiting ? secondsSince(database.now, waiting.since) : 0]];
  },
});

const figureMetrics: readonly FigureMetric[] = [
  {
    name: 'database_reachable',
    help: '1 if the database answers this process, 0 if not',
    read: ({ database }) => [[{}, database ? 1 : 0]],
  },
  {
    name: 'worker_last_seen_seconds',
    help: 'Time since any process with background work was last seen; missing if there never was one',
    read: ({ database }) =>
      database?.lastWorker ? [[{}, secondsSince(database.now, database.lastWorker.seenAt)]] : [],
  },
  {
    name: 'clock_skew_seconds',
    help: 'The clock of a running process minus that of the database',
    labelNames: ['process'],
    read: ({ database }) =>
      (database?.processes ?? []).flatMap(({ name, clockAheadMs }) =>
        clockAheadMs === null ? [] : [[{ process: name }, clockAheadMs / 1000]],
      ),
  },
  {
    name: 'job_oldest_late_slot_seconds',
    help: 'Time since the oldest slot of a schedule that has not been done, also if its run is tried again later',
    labelNames: ['kind'],
    read: ({ database }) =>
      [...(database?.lateSlots ?? [])].map(([kind, { since }]) => [
        { kind },
        database ? secondsSince(database.now, since) : 0,
      ]),
  },
  ageMetric(
    'mail_oldest_waiting_seconds',
    'Time since the oldest mail that waits should have been sent',
    'mails',
  ),
  ageMetric(
    'webhook_oldest_waiting_seconds',
    'Time since the oldest webhook message that waits should have been sent',
    'webhooks',
  ),
  {
    name: 'disk_free_bytes',
    help: 'Space that is left on the disks of this process',
    labelNames: ['disk'],
    read: ({ disks }) => disks.map(({ name, freeBytes }) => [{ disk: name }, freeBytes]),
  },
  {
    name: 'alarm_active',
    help: '1 while something keeps the product from doing what it promised, with what; Operations says what to do',
    labelNames: ['condition', 'severity'],
    read: (figures) => {
      const active = new Map(findAlarms(figures).map(({ condition, severity }) => [condition, severity]));
      return alarmConditions.flatMap((condition) =>
        alarmSeverities.map((severity): [Labels, number] => [
          { condition, severity },
          active.get(condition) === severity ? 1 : 0,
        ]),
      );
    },
  },
];

/** One reading for all metrics of a scrape, which are collected at once. */
const createSharedRead = (services: FigureServices) => {
  let reading: Promise<Figures> | undefined;
  return (): Promise<Figures> =>
    (reading ??= readFigures(services).finally(() => {
      reading = undefined;
    }));
};

/** Registers the figures that tell whether the product keeps its promises; read at each scrape, by whichever process answers. */
export const registerAlarmMetrics = (services: FigureServices & Pick<Services, 'metrics'>): void => {
  const { metrics: registry } = services;
  // Servers of one process share their services.
  if (registry.getSingleMetric(figureMetrics[0]!.name)) return;
  const read = createSharedRead(services);
  for (const { name, help, labelNames = [], read: readValues } of figureMetrics)
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers: [],
        async collect() {
          const values = readValues(await read());
          this.reset();
          // Without labels, a metric is 0 after a reset; it must be missing if there is no value.
          if (values.length === 0 && labelNames.length === 0) this.remove();
          for (const [labels, value] of values) this.set(labels, value);
        },
      }),
    );
};
