import { Registry } from 'prom-client';
import type { TimeSlice } from '../sandbox/time-slice.js';
import { familyOf, type Measured, type MetricFamily } from './metric-family.js';

/** A metric of `prom-client` and the registry that renders it. */
interface Part<M> {
  metric: M;
  registry: Registry;
}

/**
 * A metric with a label for the route, kept in one part per route. Parts are rendered one by one,
 * because a scrape of thousands of series would block other requests for too long. There are as
 * many parts as route templates.
 */
export class ByRouteMeters<M extends Measured> {
  private readonly parts = new Map<string, Part<M>>();

  /** @param make Creates the metric of one route, always with the same name and help. */
  constructor(private readonly make: (registers: Registry[]) => M) {}

  /** The metric of a route; its series must have the route as a label. */
  of(route: string): M {
    let part = this.parts.get(route);
    if (!part) {
      const registry = new Registry();
      part = { metric: this.make([registry]), registry };
      this.parts.set(route, part);
    }
    return part.metric;
  }

  /** All parts as one metric; undefined when nothing was measured. */
  async family(slice: TimeSlice): Promise<MetricFamily | undefined> {
    const families: MetricFamily[] = [];
    for (const { metric } of this.parts.values()) {
      families.push(await familyOf(metric));
      await slice.rest();
    }
    const [first] = families;
    return first && { ...first, samples: families.flatMap(({ samples }) => samples) };
  }

  /** All parts as one metric in the Prometheus text format; empty when nothing was measured. */
  async text(slice: TimeSlice): Promise<string> {
    const texts: string[] = [];
    for (const { registry } of this.parts.values()) {
      const text = (await registry.metrics()).trimEnd();
      // HELP and TYPE appear once, before the series of all parts.
      texts.push(texts.length === 0 ? text : text.replace(/^#.*\n/gm, ''));
      await slice.rest();
    }
    return texts.join('\n');
  }
}
