import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { at } from '../../../support/api.js';
import { TestService } from '../../../support/service.js';

/** Alert rules, runbook and dashboard only use metrics that exist. */

interface Rule {
  alert: string;
  expr: string;
  annotations: { runbook: string };
}
interface Panel {
  title: string;
  targets?: { expr: string }[];
}

interface AlertTests {
  tests: { name: string; promql_expr_test: { exp_samples: object[] }[] }[];
}

const read = (file: string): string => readFileSync(path.resolve(file), 'utf8');
const { groups } = load(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(read('deploy/grafana/feature-flags.json')) as { panels: Panel[] };

/** The metric that Prometheus itself creates. */
const OF_PROMETHEUS = 'up';
/** Exposed only with replicas, which have separate tests. */
const OF_REPLICAS = ['database_replica_up', 'database_replica_lag_bytes'];
/** Exposed only with an OpenTelemetry collector, which has separate tests. */
const OF_TELEMETRY = 'telemetry_spans_total';
const FUNCTIONS =
  /\b(sum|max|min|time|rate|increase|topk|histogram_quantile|absent|by|unless|on|and|or)\b(?=\s*\()|\b(?:unless|or)\b/g;

/** The metrics of an expression: what remains without labels, ranges, functions and numbers. */
function metricsOf(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(by|on) \([^)]*\)/g, ' ')
    .replace(FUNCTIONS, ' ');
  return bare.match(/[a-z][a-z0-9_]+/g) ?? [];
}

let service: TestService;
let exposed: string;
beforeAll(async () => {
  service = await TestService.start({ DRILL_INTERVAL_SECONDS: '60' });
  const feature = await service.given.feature({ enabledIn: ['production'] });
  await service.api.post(`${at(feature, 'production')}/off`).expect(200);
  exposed = (await service.api.as().get('/internal-backstage/prometheus').expect(200)).text;
});
afterAll(() => service.stop());

/** Whether the service exposes a metric, or for histograms one of its parts. */
const isExposed = (metric: string): boolean =>
  [OF_PROMETHEUS, OF_TELEMETRY, ...OF_REPLICAS].includes(metric) ||
  exposed.includes(`# TYPE ${metric.replace(/_(bucket|count|sum)$/, '')} `);

test.each(rules.map(({ alert, expr }) => [alert, expr]))('metrics of the alert %s', (_, expr) => {
  const metrics = metricsOf(expr);
  expect(metrics).not.toHaveLength(0);
  expect(metrics.filter((metric) => !isExposed(metric))).toEqual([]);
});

test('counters that can rise at once, and have an alert, are there before they do', () => {
  for (const series of [
    'count_differences_total{count="event_hour_tally"} 0',
    'client_metrics_lost_total{reason="full"} 0',
    'client_metrics_lost_total{reason="refused"} 0',
    'client_streams_lost_total{reason="refused"} 0',
    'client_streams_lost_total{reason="slow"} 0',
    'addon_events_handled{result="failed",destination="webhook"} 0',
    'mails_total{outcome="failed"} 0',
  ])
    expect(exposed).toContain(`\n${series}\n`);
});

test('each alert has its paragraph in the runbook, and each paragraph its alert', () => {
  const headings = [...read('docs/operate/runbook.md').matchAll(/^## (\w+)$/gm)].map(
    ([, it]) => it,
  );
  expect(headings).toEqual(rules.map(({ alert }) => alert));
  for (const { alert, annotations } of rules)
    expect(annotations.runbook).toBe(`docs/operate/runbook.md#${alert.toLowerCase()}`);
});

test('each alert but the one that is masked fires in the tests of the alerts', () => {
  const tests = load(read('deploy/prometheus/alerts.test.yml')) as AlertTests;
  const broken = tests.tests.find(({ name }) => name === 'Everything is broken')!;
  expect(broken.promql_expr_test[0]!.exp_samples).toEqual([{ value: rules.length - 1 }]);
});

test('metrics of the dashboard', () => {
  const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.flatMap(metricsOf).filter((metric) => !isExposed(metric))).toEqual([]);
});

test('the route by which the alert on slow switching selects switches', () => {
  const selector = /route=~"([^"]+)"/;
  const { expr } = rules.find(({ alert }) => alert === 'FeatureFlagsSlowSwitching')!;
  const pattern = new RegExp(`^${selector.exec(expr)![1]!}$`);
  const routes = [...exposed.matchAll(/^http_request_duration_seconds_count\{.*route="([^"]+)"/gm)]
    .map(([, route]) => route!)
    .filter((route) => pattern.test(route))
    .map((route) => route.split('/').at(-1));
  expect(routes.sort()).toEqual(['off', 'on']);
});
