import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../event/actor.js';
import type { Tx } from '../../event/tx.js';
import { UnitOfWork } from '../../event/unit-of-work.js';
import type { ProjectEnvironmentParams } from '../../feature/feature.params.js';
import { withWeights } from '../../feature/variant/weights.js';
import { BadDataError, ExceedsLimitError, NotFoundError } from '../../http/errors.js';
import { holdProject } from '../project-lock.js';
import type { DefaultStrategyDto } from './default-strategy.dto.js';

/** How many segments a strategy may have (reference default). */
const SEGMENT_LIMIT = 5;

/** Decides by which strategy the features of a project start in an environment. */
@Injectable()
export class DefaultStrategyService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Sets the default strategy and answers it as it is kept. Features that have been turned on already keep what they have.
   * @throws NotFoundError when there is no such live project, environment of it, or segment. @throws BadDataError @throws ExceedsLimitError
   */
  async set({ projectId, environment }: ProjectEnvironmentParams, dto: DefaultStrategyDto, actor: Actor): Promise<DefaultStrategyDto> {
    const strategy = plain(checkedStrategy(dto));
    await this.unitOfWork.run(actor, async (tx) => {
      await holdProject(tx, projectId);
      const before = await lock(tx, projectId, environment);
      if (isDeepStrictEqual(before, strategy)) return;
      await setSegments(tx, projectId, environment, strategy.segments ?? []);
      const sql = 'UPDATE project_environment SET default_strategy = $3 WHERE project = $1 AND environment = $2';
      await tx.query(sql, [projectId, environment, JSON.stringify(strategy)]);
      const preData = before ? { preData: before } : {};
      await tx.record({ type: 'default-strategy-updated', project: projectId, environment, data: strategy, ...preData });
    });
    return strategy;
  }
}

/** The rules that need no database. Those of constraints belong here too: they are the same as for any other strategy. */
function checkedStrategy(dto: DefaultStrategyDto): DefaultStrategyDto {
  const rollout = dto.parameters?.['rollout'];
  if (rollout !== undefined && !(/^\d+(\.\d+)?$/.test(rollout) && Number(rollout) <= 100)) {
    throw new BadDataError(`The parameter rollout is a percentage, from 0 to 100, not "${rollout}".`);
  }
  return {
    ...dto,
    ...(dto.variants ? { variants: withWeights(dto.variants) } : {}),
    ...(dto.segments ? { segments: [...new Set(dto.segments)].sort((a, b) => a - b) } : {}),
  };
}

async function lock(tx: Tx, project: string, environment: string): Promise<object | null> {
  const sql = 'SELECT default_strategy AS strategy FROM project_environment WHERE project = $1 AND environment = $2 FOR UPDATE';
  const [found] = await tx.query<{ strategy: object | null }>(sql, [project, environment]);
  if (!found) throw new NotFoundError(`The project "${project}" has no environment "${environment}".`);
  return found.strategy;
}

async function setSegments(tx: Tx, project: string, environment: string, ids: readonly number[]): Promise<void> {
  if (ids.length > SEGMENT_LIMIT) throw new ExceedsLimitError(`A strategy has at most ${SEGMENT_LIMIT} segments, not ${ids.length}.`);
  const others = await tx.query<{ name: string }>('SELECT name FROM segment WHERE id = ANY ($2) AND project <> $1 ORDER BY name', [
    project,
    ids,
  ]);
  if (others.length > 0) {
    const names = others.map((segment) => segment.name).join(', ');
    throw new BadDataError(`These segments belong to other projects, and can be used in those alone: ${names}.`);
  }
  await tx.query('DELETE FROM default_strategy_segment WHERE project = $1 AND environment = $2', [project, environment]);
  const sql = 'INSERT INTO default_strategy_segment (project, environment, segment_id) SELECT $1, $2, unnest($3::int[])';
  await tx.query(sql, [project, environment, ids]);
}

/** The same as JSON has it: without the classes of its parts, and so comparable with what is kept. */
function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
