import type { Context } from 'unleash-client';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { at, FEATURES } from '../support/api.js';
import { unique } from '../support/given.js';
import type { TestService } from '../support/service.js';

const FOLDER = path.join(
  path.dirname(
    createRequire(import.meta.url).resolve('@unleash/client-specification/package.json'),
  ),
  'specifications',
);
/** The environment of cases that name none. */
export const USUAL = 'development';

interface SpecConstraint {
  contextName: string;
  [field: string]: unknown;
}
interface SpecStrategy {
  name: string;
  parameters?: Record<string, string>;
  constraints?: SpecConstraint[];
  segments?: number[];
  variants?: object[];
}
interface SpecFeature {
  name: string;
  description?: string | null;
  enabled: boolean;
  strategies?: SpecStrategy[];
  variants?: object[];
  dependencies?: { feature: string; enabled?: boolean; variants?: string[] }[];
}
interface SpecSegment {
  id: number;
  constraints: SpecConstraint[];
}
interface SpecEvent {
  type: string;
  features?: SpecFeature[];
  segments?: SpecSegment[];
  feature?: SpecFeature;
  featureName?: string;
  segment?: SpecSegment;
}

/** A case that every SDK must evaluate in the same way. */
export interface SpecCase<Expected> {
  description: string;
  context: Context;
  toggleName: string;
  expectedResult: Expected;
}
export interface SpecVariant {
  name: string;
  enabled: boolean;
  payload?: object;
  feature_enabled?: boolean;
}

/** A data file of the client specification. */
export interface Specification {
  name: string;
  state: { features?: SpecFeature[]; segments?: SpecSegment[]; events?: SpecEvent[] };
  tests?: SpecCase<boolean>[];
  variantTests?: SpecCase<SpecVariant>[];
}

/** All data files of the client specification. */
export function specifications(): Specification[] {
  const read = (file: string): unknown => JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'));
  return (read('index.json') as string[]).map((file) => read(file) as Specification);
}

/** The environments of the cases of a file. */
export function environmentsOf({ tests = [], variantTests = [] }: Specification): string[] {
  return [
    ...new Set([...tests, ...variantTests].map(({ context }) => context.environment ?? USUAL)),
  ];
}

/** The final features and segments of a file with deltas. */
function stateOf({ state: { features = [], segments = [], events = [] } }: Specification): {
  features: SpecFeature[];
  segments: SpecSegment[];
} {
  const byName = new Map(features.map((one) => [one.name, one]));
  const byId = new Map(segments.map((one) => [one.id, one]));
  for (const event of events) {
    for (const one of [...(event.features ?? []), ...(event.feature ? [event.feature] : [])])
      byName.set(one.name, one);
    for (const one of [...(event.segments ?? []), ...(event.segment ? [event.segment] : [])])
      byId.set(one.id, one);
    if (event.type === 'feature-removed') byName.delete(event.featureName!);
  }
  return { features: [...byName.values()], segments: [...byId.values()] };
}

/**
 * Loads data files through the admin API. They also contain what the API refuses or corrects:
 * unsuitable values of operators, weights with another sum, cyclic dependencies, and names outside
 * of ASCII. These parts are then stored directly in the database, so that SDKs are tested with them
 * nevertheless.
 */
export class SpecificationLoader {
  private readonly segmentIds = new Map<number, number>();

  constructor(private readonly service: TestService) {}

  async load(specification: Specification): Promise<void> {
    const { features, segments } = stateOf(specification);
    const environments = environmentsOf(specification);
    await this.contextFields([
      ...features.flatMap((one) => (one.strategies ?? []).flatMap((s) => s.constraints ?? [])),
      ...segments.flatMap((s) => s.constraints),
    ]);
    await this.definitions(features.flatMap((one) => one.strategies ?? []));
    this.segmentIds.clear();
    for (const segment of segments) await this.segment(segment);
    for (const feature of features) await this.feature(feature, environments);
    for (const feature of features) await this.dependencies(feature);
    // The features are finally read through the API, so that directly stored values do not go
    // unnoticed.
    for (const { name } of features)
      await this.service.api
        .patch(at(encodeURIComponent(name)), [
          { op: 'replace', path: '/description', value: 'loaded' },
        ])
        .expect(200);
  }

  /** Deletes all features, so that the next file can use their names. */
  async clear(): Promise<void> {
    await this.service.sql('DELETE FROM feature_dependency');
    const { body } = await this.service.api.get(FEATURES).expect(200);
    const features = (body.features as { name: string }[]).map((one) => one.name);
    await this.service.api.post('/api/admin/projects/default/archive', { features }).expect(202);
    await this.service.api.post('/api/admin/projects/default/delete', { features }).expect(200);
  }

  private async contextFields(constraints: SpecConstraint[]): Promise<void> {
    for (const name of new Set(constraints.map((one) => one.contextName))) {
      const { status } = await this.service.api.get(`/api/admin/context/${name}`);
      if (status === 404) await this.service.api.post('/api/admin/context', { name }).expect(201);
    }
  }

  private async definitions(strategies: SpecStrategy[]): Promise<void> {
    for (const name of new Set(strategies.map((one) => one.name))) {
      const { status } = await this.service.api.get(`/api/admin/strategies/${name}`);
      if (status === 404)
        await this.service.api.post('/api/admin/strategies', { name, parameters: [] }).expect(201);
    }
  }

  private async segment({ id, constraints }: SpecSegment): Promise<void> {
    const created = await this.service.api.post('/api/admin/segments', {
      name: unique('segment'),
      constraints,
    });
    const { body } =
      created.status === 201
        ? created
        : await this.service.api
            .post('/api/admin/segments', { name: unique('segment'), constraints: [] })
            .expect(201);
    await this.service.sql('UPDATE segment SET constraints = $2 WHERE id = $1', [
      body.id,
      JSON.stringify(constraints),
    ]);
    this.segmentIds.set(id, body.id as number);
  }

  private async feature(feature: SpecFeature, environments: string[]): Promise<void> {
    const { name, enabled, variants = [], strategies = [] } = feature;
    const { status } = await this.service.api.post(FEATURES, { name });
    if (status === 400) await this.unspeakable(name);
    // A feature with a strategy that cannot be stored is not turned on.
    const isWhole = strategies.every(({ segments = [] }) =>
      segments.every((id) => this.segmentIds.has(id)),
    );
    const put: (() => Promise<unknown>)[] = [];
    for (const environment of environments) {
      const here = at(encodeURIComponent(name), environment);
      for (const strategy of strategies) {
        const id = await this.strategy(strategy, `${here}/strategies`);
        put.push(() => this.putStrategy(id, strategy));
      }
      if (enabled && isWhole) await this.service.api.post(`${here}/on`).expect(200);
      put.push(() => this.putVariants(name, environment, variants));
    }
    for (const one of put) await one();
  }

  /**
   * Adds a strategy without what the API refuses.
   * @returns The id of the strategy.
   */
  private async strategy(
    { name, parameters = {}, constraints = [], segments = [], variants = [] }: SpecStrategy,
    path: string,
  ): Promise<string> {
    const known = segments.flatMap((id) => this.segmentIds.get(id) ?? []);
    const added = await this.service.api.post(path, {
      name,
      parameters,
      constraints,
      variants,
      segments: known,
    });
    const { body } =
      added.status === 200
        ? added
        : await this.service.api.post(path, { name, segments: known }).expect(200);
    return body.id as string;
  }

  private putStrategy(
    id: string,
    { parameters = {}, constraints = [], variants = [] }: SpecStrategy,
  ): Promise<unknown> {
    const put =
      'UPDATE feature_strategy SET parameters = $2, constraints = $3, variants = $4 WHERE id = $1';
    return this.service.sql(put, [
      id,
      JSON.stringify(parameters),
      JSON.stringify(constraints),
      JSON.stringify(variants),
    ]);
  }

  private putVariants(feature: string, environment: string, variants: object[]): Promise<unknown> {
    const put =
      'UPDATE feature_environment SET variants = $3 WHERE feature_name = $1 AND environment = $2';
    return this.service.sql(put, [feature, environment, JSON.stringify(variants)]);
  }

  private async dependencies({ name, dependencies = [] }: SpecFeature): Promise<void> {
    for (const { feature: parent, enabled = true, variants } of dependencies) {
      const body = { feature: parent, enabled, variants };
      // The API allows one parent; SDKs support several.
      if (dependencies.length === 1) {
        const { status } = await this.service.api.post(`${at(name)}/dependencies`, body);
        if (status < 300) continue;
      }
      const gone = `INSERT INTO feature (name, project, created_by_user_id, archived_at) VALUES ($1, 'default', -42, now()) ON CONFLICT DO NOTHING`;
      await this.service.sql(gone, [parent]);
      const add =
        'INSERT INTO feature_dependency (child, parent, enabled, variants) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING';
      await this.service.sql(add, [
        name,
        parent,
        enabled,
        variants ? JSON.stringify(variants) : null,
      ]);
    }
  }

  /** Creates a feature with a name that the API refuses. */
  private async unspeakable(name: string): Promise<void> {
    const standIn = await this.service.given.feature();
    await this.service.sql(
      `INSERT INTO feature (name, project, created_by_user_id) VALUES ($1, 'default', -42)`,
      [name],
    );
    for (const table of ['feature_environment', 'feature_lifecycle']) {
      await this.service.sql(`UPDATE ${table} SET feature_name = $1 WHERE feature_name = $2`, [
        name,
        standIn,
      ]);
    }
    await this.service.api.delete(at(standIn)).expect(202);
  }
}
