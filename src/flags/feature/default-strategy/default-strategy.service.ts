import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../../core/event/actor.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { BadDataError, NotFoundError } from '../../../platform/errors/general.errors.js';
import { writeDefaultStrategy } from '../../project/project-environment-writer.js';
import { lockLiveProject } from '../../../core/event/live-project.js';
import type { ProjectEnvironmentParams } from '../../project/project.dto.js';
import { strategyVariants } from '../variant/variant-weights.js';
import { ConstraintRules } from '../strategy/constraint-rules.js';
import { requireFewConstraints } from '../strategy/strategy-content.js';
import { setDefaultSegments } from './default-strategy.js';
import type { DefaultStrategyDto } from './default-strategy.dto.js';

/** Manages the default strategies of project environments. */
@Injectable()
export class DefaultStrategyService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rules: ConstraintRules,
  ) {}

  /**
   * Sets and returns the default strategy. Features that are on already are not changed.
   * @throws NotFoundError when the live project, its environment, a segment or a context field does
   * not exist.
   * @throws ExceedsLimitError when there are too many constraints or values.
   * @throws BadDataError when it is otherwise invalid.
   */
  async set(
    { projectId, environment }: ProjectEnvironmentParams,
    dto: DefaultStrategyDto,
    actor: Actor,
  ): Promise<DefaultStrategyDto> {
    return this.unitOfWork.run(actor, async (tx) => {
      await lockLiveProject(tx, projectId);
      const before = await lock(tx, projectId, environment);
      const strategy = await this.checked(dto, projectId, tx);
      if (isDeepStrictEqual(before, strategy)) return strategy;
      await setDefaultSegments(tx, projectId, environment, strategy.segments ?? []);
      await writeDefaultStrategy({ projectId, environment }, strategy, tx);
      const preData = before ? { preData: before } : {};
      await tx.record({
        type: 'default-strategy-updated',
        project: projectId,
        environment,
        data: strategy,
        ...preData,
      });
      return strategy;
    });
  }

  /**
   * Removes the default strategy, so that features get the built-in one.
   * @throws NotFoundError when the live project or its environment does not exist.
   */
  async clear({ projectId, environment }: ProjectEnvironmentParams, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      await lockLiveProject(tx, projectId);
      const preData = await lock(tx, projectId, environment);
      if (!preData) return;
      await setDefaultSegments(tx, projectId, environment, []);
      await writeDefaultStrategy({ projectId, environment }, null, tx);
      const type = 'default-strategy-updated';
      await tx.record({ type, project: projectId, environment, preData });
    });
  }

  /**
   * Validates the given properties as for any strategy. Omitted ones stay absent and get their
   * defaults when a feature is turned on.
   */
  private async checked(
    dto: DefaultStrategyDto,
    project: string,
    tx: Tx,
  ): Promise<DefaultStrategyDto> {
    const { constraints, variants, segments } = dto;
    requirePercentage(dto.parameters?.['rollout']);
    requireFewConstraints(constraints ?? []);
    return plain({
      ...dto,
      ...(constraints ? { constraints: await this.rules.checked(constraints, project, tx) } : {}),
      ...(variants ? { variants: strategyVariants(variants) } : {}),
      ...(segments ? { segments: [...new Set(segments)].sort((a, b) => a - b) } : {}),
    });
  }
}

function requirePercentage(rollout: string | undefined): void {
  if (rollout === undefined || (/^\d+(\.\d+)?$/.test(rollout) && Number(rollout) <= 100)) return;
  throw new BadDataError(
    `The parameter rollout must be a percentage from 0 to 100, not "${rollout}".`,
  );
}

async function lock(
  tx: Tx,
  project: string,
  environment: string,
): Promise<DefaultStrategyDto | null> {
  const { projectEnvironments } = await tx.lock({
    projectEnvironments: { update: [{ project, environment }] },
  });
  const [found] = projectEnvironments;
  if (!found)
    throw new NotFoundError(`The project "${project}" has no environment "${environment}".`);
  return found.defaultStrategy as DefaultStrategyDto | null;
}

/** A copy without class instances, which can be compared with stored JSON. */
function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
