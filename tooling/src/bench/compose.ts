import path from 'node:path';
import { parseArguments } from '@readerlens/api/command';
import { chromium } from '@playwright/test';
import { cacheDir } from '../paths.ts';
import { log } from '../log.ts';
import { ensureBrowser } from '../test/browser.ts';
import { growthRows } from './compose/growth-rows.ts';
import { loadRows } from './compose/load-rows.ts';
import { sessionStorageAfter } from './compose/bench-tab.ts';
import { inTab } from './compose/rounds.ts';
import type { Bench } from './compose/rounds.ts';
import { serveBoth } from './compose/serve-both.ts';
import { markdownTable, missedGoals } from './compose/table.ts';
import { visitRows } from './compose/visit-rows.ts';
import { writeTraces } from './compose/write-traces.ts';
import { parseRounds } from './parse-rounds.ts';

export const usage = `Usage: pnpm bench compose [--rounds N] [--trace]

Compares the composed product with one webpack app of the same sources, in Chromium at 9 Mbit/s and 100 ms latency,
with an empty cache for each load, alternating in each round. --trace only writes a trace and a waterfall of one cold
load of each area and side to .cache/bench.
`;

/** Selects a client, which the dashboard needs; the tab keeps it in its session storage. */
const addressWithSearch = '/?f=Clients:1;RelativeDateRange:-90d';

const explanation = (rounds: number) => `
Medians of ${rounds} rounds in Chromium at 9 Mbit/s and 100 ms latency with an empty cache, both sides in each round; a
ratio is the median of the rounds' ratios, composed / monolith. First content is the painted heading of the area's screen.
The monolith is shell and areas as one webpack app without module federation: same sources, minifier, compression,
integrity and server; areas are lazy imports, vendor code is split (splitChunks for all chunks), and its page also
preloads the requested area's chunks. Scripts are counted by the size of their compressed bodies.
`;

const compare = async (bench: Bench) => {
  const rows = [...(await loadRows(bench)), ...(await visitRows(bench)), ...(await growthRows(bench))];
  bench.log(explanation(bench.rounds));
  bench.log(markdownTable(rows));
  const failed = missedGoals(rows);
  bench.log(failed.length === 0 ? '\nAll goals are met.' : `\nMissed: ${failed.join('; ')}.`);
};

/** Compares the composed product with a monolith of the same sources. */
export const run = async (args: string[]): Promise<void> => {
  const { values } = parseArguments(args, {
    options: { rounds: { type: 'string', default: '11' }, trace: { type: 'boolean', default: false } },
  });
  const rounds = parseRounds(values.rounds);
  const executablePath = await ensureBrowser();
  const products = await serveBoth(log);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const fresh = { browser, products, rounds, log, storedSession: {} };
    const storedSession = await inTab(
      fresh,
      'composed',
      (tab) => sessionStorageAfter(tab, addressWithSearch),
      {
        slow: false,
      },
    );
    const bench = { ...fresh, storedSession };
    if (values.trace) await writeTraces(bench, path.join(cacheDir, 'bench'));
    else await compare(bench);
  } finally {
    await browser.close();
    await products.close();
  }
};
