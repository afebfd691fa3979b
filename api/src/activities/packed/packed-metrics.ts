import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { PackedOptions } from './packed-selections.ts';

const answersName = 'packed_selections_total';
const bytesName = 'packed_selections_kept_bytes';

/** Counts what figures are answered from. Servers of one process that share their services share the metrics too. */
export const packedMetrics = (registry: Registry): Required<Pick<PackedOptions, 'onAnswer' | 'onBytes'>> => {
  const answers =
    (registry.getSingleMetric(answersName) as Counter | undefined) ??
    new Counter({
      name: answersName,
      help: 'Selections by what they were answered from: kept rows, kept rows with what has changed, packed months, newly packed rows, or SQL',
      labelNames: ['from'],
      registers: [registry],
    });
  const bytes =
    (registry.getSingleMetric(bytesName) as Gauge | undefined) ??
    new Gauge({ name: bytesName, help: 'Size of the kept rows', registers: [registry] });
  return { onAnswer: (from) => answers.inc({ from }), onBytes: (more) => bytes.inc(more) };
};
