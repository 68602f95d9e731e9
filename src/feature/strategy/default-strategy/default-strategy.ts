import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../event/tx.js';
import { ProjectEnvironment } from '../../../project/project-environment.entity.js';
import type { FeatureEnvironmentParams } from '../../feature.params.js';
import { FeatureStrategy } from '../feature-strategy.entity.js';
import { nextSortOrder, shownStrategies } from '../shown-strategies.js';

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
