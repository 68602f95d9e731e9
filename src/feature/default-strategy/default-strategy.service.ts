import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../event/actor.js';
import type { Tx } from '../../event/tx.js';
import { UnitOfWork } from '../../event/unit-of-work.js';
import { BadDataError, NotFoundError } from '../../errors/general.errors.js';
import { writeDefaultStrategy } from '../../project/project-environment-writer.js';
import { holdProject } from '../../project/project-lock.js';
import type { ProjectEnvironmentParams } from '../../project/project.params.js';
import { withWeights } from '../variant/weights.js';
import { ConstraintRules } from '../strategy/constraint-rules.js';
import { requireFewConstraints } from '../strategy/strategy-content.js';
import { setDefaultSegments } from './default-strategy-segments.js';
import type { DefaultStrategyDto } from './default-strategy.dto.js';

/** Decides by which strategy the features of a project start in an environment. */
@Injectable()
export class DefaultStrategyService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rules: ConstraintRules,
  ) {}

  /**
   * Sets the default strategy and answers it as it is kept. Features that have been turned on
   * already keep what they have.
   * @throws NotFoundError when there is no such live project, environment of it, segment, or
   * context field.
   * @throws ExceedsLimitError, BadDataError when it is not as strategies may be.
   */
  async set(
    { projectId, environment }: ProjectEnvironmentParams,
    dto: DefaultStrategyDto,
    actor: Actor,
  ): Promise<DefaultStrategyDto> {
    return this.unitOfWork.run(actor, async (tx) => {
      await holdProject(tx, projectId);
      const before = await lock(tx, projectId, environment);
      const strategy = await this.checked(dto, tx);
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
   * What was set, by the rules for any strategy, and nothing else: what is left out stays out, and
   * gets its default when a feature is turned on.
   */
  private async checked(dto: DefaultStrategyDto, tx: Tx): Promise<DefaultStrategyDto> {
    const { constraints, variants, segments } = dto;
    requirePercentage(dto.parameters?.['rollout']);
    requireFewConstraints(constraints ?? []);
    return plain({
      ...dto,
      ...(constraints ? { constraints: await this.rules.checked(constraints, tx) } : {}),
      ...(variants ? { variants: withWeights(variants) } : {}),
      ...(segments ? { segments: [...new Set(segments)].sort((a, b) => a - b) } : {}),
    });
  }
}

function requirePercentage(rollout: string | undefined): void {
  if (rollout === undefined || (/^\d+(\.\d+)?$/.test(rollout) && Number(rollout) <= 100)) return;
  throw new BadDataError(`The parameter rollout is a percentage, from 0 to 100, not "${rollout}".`);
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

/**
 * The same as JSON has it: without the classes of its parts, and so comparable with what is kept.
 */
function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
