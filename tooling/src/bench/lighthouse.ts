import { parseArguments } from '@readerlens/api/command';
import { chromium } from '@playwright/test';
import { log } from '../log.ts';
import { ensureBrowser } from '../test/browser.ts';
import { serveComposed } from './browser/serve-composed.ts';
import { signedInBrowser } from './browser/signed-in-browser.ts';
import { auditPage, installLighthouse } from './browser/run-lighthouse.ts';
import type { Audit, Device } from './browser/run-lighthouse.ts';
import { median } from './compose/table.ts';
import { parseRounds } from './parse-rounds.ts';

export const usage = `Usage: pnpm bench lighthouse [--rounds N]

Lighthouse's performance category for the first screen of a signed-in client user, as a desktop and as a phone, with an
empty cache. Needs the network on the first run, to install Lighthouse into .cache.
`;

/** The least acceptable score, and the highest acceptable blocking time. */
const goals: Record<Device, { score: number; blockingMs: number }> = {
  desktop: { score: 95, blockingMs: 150 },
  mobile: { score: 85, blockingMs: 600 },
};

const explanation = (rounds: number) => `
Medians of ${rounds} audits. Lighthouse simulates 10 Mbit/s and 40 ms for the desktop, 1.6 Mbit/s, 150 ms and a processor
that is four times slower for the phone. The blocking time adds up what each task took above 50 ms.
`;

const line = (device: Device, audits: readonly Audit[]): string => {
  const of = (value: (audit: Audit) => number) => median(audits.map(value));
  const score = of((audit) => audit.score);
  const blocking = of((audit) => audit.blockingMs);
  const { score: least, blockingMs } = goals[device];
  const met = score >= least && blocking <= blockingMs ? 'yes' : 'no';
  const paints = [of((audit) => audit.firstPaintMs), of((audit) => audit.largestPaintMs)];
  const cells = [device, score, ...paints, blocking].map((cell) =>
    typeof cell === 'number' ? cell.toFixed(0) : cell,
  );
  return `| ${cells.join(' | ')} | ≥ ${least}, ≤ ${blockingMs} | ${met} |`;
};

/** Audits the first screen. */
export const run = async (args: string[]): Promise<void> => {
  const { values } = parseArguments(args, { options: { rounds: { type: 'string', default: '5' } } });
  const rounds = parseRounds(values.rounds);
  const lighthouse = await installLighthouse(log);
  const product = await serveComposed(log);
  const browser = await signedInBrowser(chromium, await ensureBrowser(), product, 'client@demo.example');
  try {
    const rows: string[] = [];
    for (const device of ['desktop', 'mobile'] as const) {
      rows.push(
        line(device, await auditPage(lighthouse, browser.port, `${product.origin}/`, device, rounds)),
      );
      log(`Audited as ${device}`);
    }
    log(explanation(rounds));
    log('| device | score | first paint, ms | largest paint, ms | blocking, ms | goals | met |');
    log('|---|---:|---:|---:|---:|---|---|');
    for (const row of rows) log(row);
  } finally {
    await browser.close();
    await product.close();
  }
};
