// Prints the number of full collections of a process that drops buffers, before and after `countBuffersInHeapLimit`.
import { PerformanceObserver, constants } from 'node:perf_hooks';
import type { PerformanceEntry } from 'node:perf_hooks';
import { countBuffersInHeapLimit } from '../count-buffers.ts';

const mebibyte = 2 ** 20;
const turns = 256;
const buffersPerTurn = 16;

const isFullCollection = (entry: PerformanceEntry): boolean =>
  (entry as { detail?: { kind?: number } }).detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;

/** Creates and drops buffers as answers that arrive one after the other do. */
const countFullCollections = async (): Promise<number> => {
  let collections = 0;
  const observer = new PerformanceObserver((list) => {
    collections += list.getEntries().filter(isFullCollection).length;
  });
  observer.observe({ entryTypes: ['gc'] });
  for (let turn = 0; turn < turns; turn += 1) {
    for (let count = 0; count < buffersPerTurn; count += 1) Buffer.alloc(mebibyte);
    await new Promise((resolve) => setImmediate(resolve));
  }
  observer.disconnect();
  return collections;
};

const before = await countFullCollections();
countBuffersInHeapLimit();
const after = await countFullCollections();
process.stdout.write(JSON.stringify({ before, after }));
