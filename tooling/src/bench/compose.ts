import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { cacheDir } from '../paths.ts';
import { say } from '../say.ts';
import { ensureBrowser } from '../test/browser.ts';
import { growthRows } from './compose/growth-rows.ts';
import { loadRows } from './compose/load-rows.ts';
import { rememberedAfter } from './compose/bench-tab.ts';
import { inTab } from './compose/rounds.ts';
import type { Bench } from './compose/rounds.ts';
import { serveBoth } from './compose/serve-both.ts';
import { markdownTable, missed } from './compose/table.ts';
import { visitRows } from './compose/visit-rows.ts';
import { writeTraces } from './compose/write-traces.ts';
import { roundsOf } from './usage-error.ts';

export const usage = `Usage: pnpm bench compose [--rounds N] [--trace]

The composed product against the same sources built as one webpack app, in Chromium at 9 Mbit/s and 100 ms, with an
empty cache for each load, turn by turn. --trace only writes a trace and a waterfall of one cold load of each area
and side to .cache/bench.
`;

/** A dashboard asks what to show until a client is chosen; from then on the tab remembers it. */
const searched = '/?f=Clients:1;RelativeDateRange:-90d';

const explanation = (rounds: number) => `
Medians of ${rounds} rounds in Chromium at 9 Mbit/s and 100 ms with an empty cache, both sides turn by turn; a ratio is
the median of the rounds' ratios, composed / monolith. First content is the painted heading of the area's screen.
The monolith is shell and areas as one webpack app without module federation: same sources, minifier, compression,
integrity and server; areas are lazy imports, vendor code is split (splitChunks for all chunks), and its page preloads
the requested area's chunks as well. Scripts are counted by the size of their compressed bodies.
`;

const compare = async (bench: Bench) => {
  const rows = [...(await loadRows(bench)), ...(await visitRows(bench)), ...(await growthRows(bench))];
  bench.say(explanation(bench.rounds));
  bench.say(markdownTable(rows));
  const failed = missed(rows);
  bench.say(failed.length === 0 ? '\nEvery goal is met.' : `\nMissed: ${failed.join('; ')}.`);
};

/** The composed product against a monolith of the same sources. */
export const run = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '11' }, trace: { type: 'boolean', default: false } },
  });
  const rounds = roundsOf(values.rounds);
  const executablePath = await ensureBrowser();
  const products = await serveBoth(say);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const fresh = { browser, products, rounds, say, remembered: {} };
    const remembered = await inTab(fresh, 'composed', (tab) => rememberedAfter(tab, searched), {
      slow: false,
    });
    const bench = { ...fresh, remembered };
    if (values.trace) await writeTraces(bench, path.join(cacheDir, 'bench'));
    else await compare(bench);
  } finally {
    await browser.close();
    await products.close();
  }
};
