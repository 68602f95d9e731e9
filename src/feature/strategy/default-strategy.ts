import { Injectable } from '@nestjs/common';
import type { Tx } from '../../event/tx.js';
import { ProjectEnvironment } from '../../project/project-environment.entity.js';
import type { FeatureEnvironmentParams } from '../feature.params.js';
import { STRATEGY_JSON } from '../feature.sql.js';
import { FeatureStrategy } from './feature-strategy.entity.js';
import type { StrategyResponse } from './strategy.response.js';

/** Sees to it that a feature that is turned on is on for somebody. */
@Injectable()
export class DefaultStrategy {
  /** Adds the default strategy of the project environment; a gradual rollout to everybody where none is set. */
  async add({ projectId, featureName, environment }: FeatureEnvironmentParams, tx: Tx): Promise<void> {
    const place = await tx.repo(ProjectEnvironment).findOneByOrFail({ project: projectId, environment });
    const preset = (place.defaultStrategy ?? {}) as Partial<FeatureStrategy>;
    const given = preset.parameters ?? {};
    const parameters = { rollout: '100', stickiness: 'default', ...given, groupId: given['groupId'] || featureName };
    const { identifiers } = await tx.repo(FeatureStrategy).insert({
      featureName,
      environment,
      name: preset.name ?? 'flexibleRollout',
      title: preset.title ?? null,
      constraints: preset.constraints ?? [],
      variants: preset.variants ?? [],
      parameters,
      sortOrder: await nextSortOrder(tx, featureName, environment),
    });
    const id = identifiers[0]!['id'] as string;
    const segments = (place.defaultStrategy?.['segments'] ?? []) as number[];
    await tx.query('INSERT INTO feature_strategy_segment (strategy_id, segment_id) SELECT $1, unnest($2::int[])', [id, segments]);
    const [strategy] = await shownStrategies(tx, featureName, environment, id);
    await tx.record({ type: 'feature-strategy-add', featureName, project: projectId, environment, data: strategy! });
  }

  /** Makes the disabled strategies active. */
  async activateDisabled({ projectId, featureName, environment }: FeatureEnvironmentParams, tx: Tx): Promise<void> {
    const before = (await shownStrategies(tx, featureName, environment)).filter((s) => s.disabled);
    await tx.repo(FeatureStrategy).update({ featureName, environment, disabled: true }, { disabled: false });
    for (const preData of before) {
      const data = { ...preData, disabled: false };
      await tx.record({ type: 'feature-strategy-update', featureName, project: projectId, environment, data, preData });
    }
  }
}

/** Behind the last strategy of the feature environment, from 0; the highest position there is may be taken more than once. */
export async function nextSortOrder(tx: Tx, featureName: string, environment: string): Promise<number> {
  const sql =
    'SELECT LEAST(COALESCE(max(sort_order)::bigint + 1, 0), 2147483647)::int AS next FROM feature_strategy WHERE feature_name = $1 AND environment = $2';
  const [row] = await tx.query<{ next: number }>(sql, [featureName, environment]);
  return row!.next;
}

/** Strategies of a feature environment as answers and events show them, in their order; one of them by its id. */
export async function shownStrategies(
  tx: Tx,
  featureName: string,
  environment: string,
  id: string | null = null,
): Promise<StrategyResponse[]> {
  const rows = await tx.query<{ strategy: StrategyResponse }>(
    /* sql */ `
    SELECT ${STRATEGY_JSON} AS strategy FROM feature_strategy fs
     WHERE fs.feature_name = $1 AND fs.environment = $2 AND ($3::uuid IS NULL OR fs.id = $3)
     ORDER BY fs.sort_order, fs.created_at, fs.id`,
    [featureName, environment, id],
  );
  return rows.map((row) => row.strategy);
}
