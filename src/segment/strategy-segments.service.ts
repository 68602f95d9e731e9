import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Actor } from '../event/actor.js';
import type { Tx } from '../event/tx.js';
import { UnitOfWork } from '../event/unit-of-work.js';
import { lockFeatureEnvironment } from '../feature/feature-lock.js';
import { shownStrategies } from '../feature/strategy/default-strategy.js';
import { BadDataError, NotFoundError } from '../http/errors.js';
import type { StrategySegmentsDto } from './segment.dto.js';
import { noSegment } from './segment.read-model.js';

/** Says which segments a strategy has. */
@Injectable()
export class StrategySegments {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Gives a strategy these segments instead of those it has.
   * @throws NotFoundError when the project has no such strategy in the environment, or there is no such segment.
   * @throws BadDataError when a segment is of another project. @throws ArchivedFeatureError when the strategy's feature is archived.
   */
  async replace(dto: StrategySegmentsDto, actor: Actor): Promise<StrategySegmentsDto> {
    const { projectId, environmentId: environment, strategyId } = dto;
    await this.unitOfWork.run(actor, async (tx) => {
      const featureName = await featureOf(dto, tx);
      await lockFeatureEnvironment(tx, { projectId, featureName, environment });
      const [preData] = await shownStrategies(tx, featureName, environment, strategyId);
      if (!preData) throw noStrategy(dto);
      await holdSegments(dto, tx);
      await tx.query('DELETE FROM feature_strategy_segment WHERE strategy_id = $1', [strategyId]);
      const add =
        'INSERT INTO feature_strategy_segment (strategy_id, segment_id) SELECT $1, id FROM (SELECT DISTINCT unnest($2::int[])) s(id)';
      await tx.query(add, [strategyId, dto.segmentIds]);
      const [data] = await shownStrategies(tx, featureName, environment, strategyId);
      if (isDeepStrictEqual(preData, data)) return;
      await tx.record({ type: 'feature-strategy-update', featureName, project: projectId, environment, data: data!, preData });
    });
    return dto;
  }
}

async function featureOf(dto: StrategySegmentsDto, tx: Tx): Promise<string> {
  const sql = /* sql */ `
    SELECT fs.feature_name AS feature FROM feature_strategy fs JOIN feature f ON f.name = fs.feature_name
     WHERE fs.id = $1 AND f.project = $2 AND fs.environment = $3`;
  const found = isUUID(dto.strategyId) ? await tx.query<{ feature: string }>(sql, [dto.strategyId, dto.projectId, dto.environmentId]) : [];
  if (!found[0]) throw noStrategy(dto);
  return found[0].feature;
}

/** Sees to it that the segments stay, and stay of their projects, until the transaction ends. */
async function holdSegments({ segmentIds, projectId }: StrategySegmentsDto, tx: Tx): Promise<void> {
  const sql = 'SELECT id, project FROM segment WHERE id = ANY($1::int[]) ORDER BY id FOR SHARE';
  const found = await tx.query<{ id: number; project: string | null }>(sql, [segmentIds]);
  const missing = segmentIds.find((id) => !found.some((one) => one.id === id));
  if (missing !== undefined) throw noSegment(missing);
  const foreign = found.find((one) => one.project !== null && one.project !== projectId);
  if (foreign) throw new BadDataError(`The segment with the id ${foreign.id} is of another project than the strategy.`);
}

function noStrategy({ strategyId, projectId, environmentId }: StrategySegmentsDto): NotFoundError {
  return new NotFoundError(`The project "${projectId}" has no strategy with the id "${strategyId}" in the environment "${environmentId}".`);
}
