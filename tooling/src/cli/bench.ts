// pnpm bench [dashboard|dashboards|search|review|export|users|alerts|lists|reports|uploads|marketing|attack|duckdb|compose|lighthouse] [options]: runs one of the files in ../bench.
import { UsageError } from '@readerlens/api/explained-error';

interface Bench {
  usage: string;
  run: (args: string[]) => Promise<void>;
}

const benches: Record<string, () => Promise<Bench>> = {
  dashboard: () => import('../bench/dashboard.ts'),
  dashboards: () => import('../bench/dashboards.ts'),
  search: () => import('../bench/search.ts'),
  review: () => import('../bench/review.ts'),
  export: () => import('../bench/export.ts'),
  users: () => import('../bench/users.ts'),
  alerts: () => import('../bench/alerts.ts'),
  lists: () => import('../bench/lists.ts'),
  reports: () => import('../bench/reports.ts'),
  uploads: () => import('../bench/uploads.ts'),
  marketing: () => import('../bench/marketing.ts'),
  attack: () => import('../bench/attack.ts'),
  duckdb: () => import('../bench/duckdb.ts'),
  compose: () => import('../bench/compose.ts'),
  lighthouse: () => import('../bench/lighthouse.ts'),
};

const [first = '', ...rest] = process.argv.slice(2);
const [name, args] = Object.hasOwn(benches, first) ? [first, rest] : ['dashboard', process.argv.slice(2)];
const bench = await benches[name]!();

const exitWithUsage = (problem: string) => {
  const names = Object.keys(benches).join(', ');
  process.stderr.write(`${problem}\n\n${bench.usage}\nBenchmarks: ${names}.\n`);
  process.exit(2);
};

try {
  await bench.run(args);
} catch (error) {
  if (error instanceof UsageError) exitWithUsage(error.message);
  throw error;
}
