import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../core/event/tx.js';
import type { ProjectEnvironmentParams } from '../../project/project.dto.js';
import { noStrategy } from '../feature.errors.js';
import { noEnvironment } from '../feature.read-model.js';
import { FeatureStrategy } from '../strategy/feature-strategy.entity.js';
import { nextSortOrders, shownStrategiesOf } from '../strategy/shown-strategies.js';
import { lockSegments, requireFew } from '../strategy/strategy-segments.js';
import { statement } from '../../../platform/database/statement.js';

const READ = statement<
  [project: string, environment: string],
  { defaultStrategy: object | null; strategyName: string; isDefined: boolean }
>(
  'default-strategy.read',
  /* sql */ `
    SELECT pe.default_strategy AS "defaultStrategy", named.name AS "strategyName",
           EXISTS (SELECT FROM strategy_definition d WHERE d.name = named.name) AS "isDefined"
      FROM project_environment pe
     CROSS JOIN LATERAL (
       SELECT COALESCE(pe.default_strategy->>'name', 'flexibleRollout') AS name) named
     WHERE pe.project = $1 AND pe.environment = $2`,
);

const ADD_SEGMENTS = statement<[ids: readonly string[], segments: readonly number[]]>(
  'default-strategy.add-segments',
  /* sql */ `
    INSERT INTO feature_strategy_segment (strategy_id, segment_id) SELECT s.id, unnest($2::int[])
      FROM unnest($1::uuid[]) AS s(id)`,
);

const ENABLE = statement<[ids: readonly string[]]>(
  'default-strategy.enable',
  'UPDATE feature_strategy SET disabled = false WHERE id = ANY ($1::uuid[])',
);

const DELETE_SEGMENTS = statement<[project: string, environment: string]>(
  'default-strategy.delete-segments',
  'DELETE FROM default_strategy_segment WHERE project = $1 AND environment = $2',
);

const ADD_DEFAULT_SEGMENTS = statement<
  [project: string, environment: string, ids: readonly number[]]
>(
  'default-strategy.add-default-segments',
  /* sql */ `
    INSERT INTO default_strategy_segment (project, environment, segment_id)
      SELECT $1, $2, unnest($3::int[])`,
);

const DELETE_OF_PROJECT = statement<[projectId: string]>(
  'default-strategy.delete-of-project',
  'DELETE FROM default_strategy_segment WHERE project = $1',
);

/** Sets the segments of the default strategy of a locked project environment. */
export async function setDefaultSegments(
  tx: Tx,
  project: string,
  environment: string,
  ids: readonly number[],
): Promise<void> {
  requireFew(ids);
  await lockSegments(ids, project, tx);
  await tx.query(DELETE_SEGMENTS, [project, environment]);
  await tx.query(ADD_DEFAULT_SEGMENTS, [project, environment, ids]);
}

/** Removes all segments from the default strategies of a project. */
export async function removeDefaultSegments(projectId: string, tx: Tx): Promise<void> {
  await tx.query(DELETE_OF_PROJECT, [projectId]);
}

/** Ensures that a feature that is turned on has an active strategy. */
@Injectable()
export class DefaultStrategy {
  /**
   * Adds the default strategy of the project environment to features, or a rollout to everybody
   * when none is set.
   * @throws NotFoundError when the environment was removed from the project.
   * @throws BadDataError when the strategy is not defined any more.
   */
  async addTo(
    featureNames: readonly string[],
    { projectId: project, environment }: ProjectEnvironmentParams,
    tx: Tx,
  ): Promise<void> {
    if (featureNames.length === 0) return;
    const [place] = await tx.query(READ, [project, environment]);
    if (!place) throw noEnvironment({ projectId: project, environment });
    if (!place.isDefined) throw noStrategy(place.strategyName);
    if (tx.onlyChecks) return;
    const preset = (place.defaultStrategy ?? {}) as Preset;
    const ids = await insert(preset, featureNames, environment, tx);
    const added = await shownStrategiesOf(tx, featureNames, environment, ids);
    await tx.recordAll(
      added.map(
        (data) =>
          ({
            type: 'feature-strategy-add',
            featureName: data.featureName,
            project,
            environment,
            data,
          }) as const,
      ),
    );
  }

  /** Enables the disabled strategies of features. */
  async activateDisabled(
    featureNames: readonly string[],
    { projectId: project, environment }: ProjectEnvironmentParams,
    tx: Tx,
  ): Promise<void> {
    if (featureNames.length === 0 || tx.onlyChecks) return;
    const before = (await shownStrategiesOf(tx, featureNames, environment)).filter(
      (strategy) => strategy.disabled,
    );
    await tx.query(ENABLE, [before.map(({ id }) => id)]);
    await tx.recordAll(
      before.map((preData) => {
        const data = { ...preData, disabled: false };
        return {
          type: 'feature-strategy-update',
          featureName: preData.featureName,
          project,
          environment,
          data,
          preData,
        } as const;
      }),
    );
  }
}

type Preset = Partial<FeatureStrategy> & { segments?: number[] };

/** Adds the preset as the last strategy of each feature. @returns The ids of the strategies. */
async function insert(
  preset: Preset,
  featureNames: readonly string[],
  environment: string,
  tx: Tx,
): Promise<string[]> {
  const sortOrders = await nextSortOrders(tx, featureNames, environment);
  const rows = featureNames.map((featureName) => ({
    ...filledIn(preset, featureName),
    featureName,
    environment,
    sortOrder: sortOrders.get(featureName)!,
  }));
  const ids = (await tx.insert(FeatureStrategy, rows)).map((key) => key['id'] as string);
  await tx.query(ADD_SEGMENTS, [ids, preset.segments ?? []]);
  return ids;
}

function filledIn(
  preset: Preset,
  featureName: string,
): Pick<FeatureStrategy, 'name' | 'title' | 'constraints' | 'variants' | 'parameters'> {
  const given = preset.parameters ?? {};
  return {
    name: preset.name ?? 'flexibleRollout',
    title: preset.title ?? null,
    constraints: preset.constraints ?? [],
    variants: preset.variants ?? [],
    parameters: {
      rollout: '100',
      stickiness: 'default',
      ...given,
      groupId: given['groupId'] || featureName,
    },
  };
}
