import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildApi, createLogger, openServices, readConfig } from '@readerlens/api';
import { alarmConditions } from '@readerlens/contract';
import { parser } from '@prometheus-io/lezer-promql';
import { load } from 'js-yaml';
import { repositoryRoot } from '../paths.ts';

const read = (name: string) => readFileSync(path.join(repositoryRoot, 'docs', 'monitoring', name), 'utf8');

interface Dashboard {
  panels: { targets: { expr: string }[] }[];
}
interface Rules {
  groups: {
    rules: { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string } }[];
  }[];
}

const dashboard = JSON.parse(read('grafana-dashboard.json')) as Dashboard;
const rules = (load(read('prometheus-rules.yml')) as Rules).groups.flatMap((group) => group.rules);
const expressions = [
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...rules.map(({ expr }) => expr),
];

/** The names of the metrics in an expression. Throws if it is not valid. */
const findMetrics = (expression: string): string[] => {
  // Grafana fills it in before Prometheus gets the expression.
  const text = expression.replaceAll('$__rate_interval', '5m');
  const names: string[] = [];
  parser.parse(text).iterate({
    enter: ({ type, from, to, node }) => {
      if (type.isError) throw new Error(`Invalid at character ${from}: ${text}`);
      if (type.name === 'Identifier' && node.parent?.type.name === 'VectorSelector')
        names.push(text.slice(from, to));
    },
  });
  return names;
};

/** What /metrics exports once a run has ended, histograms with the names of their parts. */
const exportedMetrics = async (): Promise<Set<string>> => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'monitoring-'));
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir });
  const logger = createLogger(config);
  const services = await openServices(config, logger);
  const app = await buildApi({ services, logger });
  await services.startWorkers();
  let body = '';
  // The product's own work starts at once.
  while (!body.includes('\nclient_background_seconds_total{')) ({ body } = await app.inject('/metrics'));
  await app.close();
  await services.close();
  rmSync(dataDir, { recursive: true });
  return new Set(
    [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
    ),
  );
};

it('finds the metrics of an expression, and what is not valid', () => {
  expect(findMetrics('sum by (le) (rate(a_bucket{x="b"}[5m])) / max(c) > 0')).toEqual(['a_bucket', 'c']);
  expect(() => findMetrics('sum by (le (a)')).toThrow('Invalid');
});

it('uses only metrics that the product exports, in valid expressions', async () => {
  const exported = await exportedMetrics();
  const used = new Set(expressions.flatMap(findMetrics));
  expect(used.size).toBeGreaterThan(10);
  expect([...used].filter((name) => !exported.has(name))).toEqual([]);
});

/** A rule for a condition, which takes over how bad the product calls it. */
const ofCondition = /^max by \(severity\) \(alarm_active\{condition="([\w-]+)"\}\) == 1$/;

it('has a rule for every condition, with a summary and the severity that Operations shows', () => {
  const conditions = rules.flatMap(({ expr }) => ofCondition.exec(expr)?.[1] ?? []);
  expect(conditions.toSorted((a, b) => a.localeCompare(b))).toEqual(
    [...alarmConditions].toSorted((a, b) => a.localeCompare(b)),
  );
  expect(rules.filter(({ annotations }) => !annotations.summary)).toEqual([]);
  const own = rules.filter(({ expr }) => /alarm_active\{/.test(expr));
  expect(new Set(own.map(({ labels }) => labels.severity))).toEqual(new Set(['{{ $labels.severity }}']));
});
