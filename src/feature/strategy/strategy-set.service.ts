import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../event/tx.js';
import { ExceedsLimitError } from '../../http/errors.js';
import { lockFeatureEnvironment } from '../feature-lock.js';
import type { FeatureEnvironmentParams } from '../feature.params.js';
import { shownStrategies } from './shown-strategies.js';
import { FeatureStrategy } from './feature-strategy.entity.js';
import { filledIn } from './rollout-parameters.js';
import { type Content, StrategyContent } from './strategy-content.js';
import { StrategySegments } from './strategy-segments.js';
import type { CreateStrategyDto } from './strategy.dto.js';
import type { StrategyResponse } from './strategy.response.js';

/** How many strategies a feature may have in an environment. PostgreSQL sees to it too. */
const MOST_STRATEGIES = 30;

/** Everything of a strategy but what it is known by. */
type Wanted = Content & { sortOrder: number; segments: number[] };

/** Sets all strategies of a feature in an environment at once, whether it is on or off there. */
@Injectable()
export class StrategySet {
  constructor(
    private readonly content: StrategyContent,
    private readonly segments: StrategySegments,
  ) {}

  /**
   * Gives a feature these strategies and no others, as new ones, within a transaction. Nothing is changed or recorded where it has the same ones.
   * `exceptAdded`: nor where it has one more, which turning it on has added because none of these is active.
   * @throws NotFoundError when the project lacks the feature or the environment, or there is no such segment or context field.
   * @throws ArchivedFeatureError when the feature is archived. @throws ExceedsLimitError, BadDataError when one is not as strategies may be.
   */
  async put(at: FeatureEnvironmentParams, dtos: readonly CreateStrategyDto[], { exceptAdded = false }, tx: Tx): Promise<void> {
    if (dtos.length > MOST_STRATEGIES)
      throw new ExceedsLimitError(`A feature has at most ${MOST_STRATEGIES} strategies, not ${dtos.length}.`);
    const place = await lockFeatureEnvironment(tx, at);
    const wanted = await this.completed(at, dtos, tx);
    const before = await shownStrategies(tx, at.featureName, at.environment);
    const present = before.map(withoutIdentity);
    if (isDeepStrictEqual(present, wanted)) return;
    if (exceptAdded && place.enabled && wanted.every((one) => one.disabled) && isDeepStrictEqual(present.slice(0, -1), wanted)) return;
    await this.replace(at, before, wanted, tx);
  }

  private async replace(at: FeatureEnvironmentParams, before: readonly StrategyResponse[], wanted: Wanted[], tx: Tx): Promise<void> {
    const { projectId: project, featureName, environment } = at;
    await tx.repo(FeatureStrategy).delete({ featureName, environment });
    await tx.record(...before.map((preData) => ({ type: 'feature-strategy-remove', featureName, project, environment, preData }) as const));
    if (wanted.length === 0) return;
    const rows = wanted.map((one) => ({ ...one, featureName, environment }));
    const { identifiers } = await tx.repo(FeatureStrategy).insert(rows);
    for (const [index, { segments }] of wanted.entries()) {
      if (segments.length > 0) await this.segments.put(identifiers[index]!['id'] as string, segments, project, tx);
    }
    const after = await shownStrategies(tx, featureName, environment);
    await tx.record(...after.map((data) => ({ type: 'feature-strategy-add', featureName, project, environment, data }) as const));
  }

  /** What is left out is completed as for a strategy that is added by itself. */
  private async completed(at: FeatureEnvironmentParams, dtos: readonly CreateStrategyDto[], tx: Tx): Promise<Wanted[]> {
    const wanted: Wanted[] = [];
    for (const [sortOrder, dto] of inOrder(dtos)) {
      const content = await this.content.checked(dto, tx);
      const parameters = await filledIn(content.name, content.parameters, at, tx);
      const segments = [...new Set(dto.segments ?? [])].sort((a, b) => a - b);
      wanted.push(plain({ ...content, parameters, sortOrder, segments }));
    }
    return wanted;
  }
}

/** Strategies with their positions: those that were sent, unless some are missing or the same, and would leave the order to chance. */
function inOrder(dtos: readonly CreateStrategyDto[]): [number, CreateStrategyDto][] {
  const ordered = [...dtos].sort((a, b) => (a.sortOrder ?? Infinity) - (b.sortOrder ?? Infinity) || 0);
  const distinct = new Set(ordered.map((dto) => dto.sortOrder)).size === ordered.length;
  return ordered.map((dto, index) => [distinct && dto.sortOrder !== undefined ? dto.sortOrder : index, dto]);
}

function withoutIdentity({ name, title, disabled, parameters, constraints, variants, sortOrder, segments = [] }: StrategyResponse): Wanted {
  return { name, title, disabled, parameters, constraints, variants, sortOrder, segments } as Wanted;
}

/** A value as it comes back from JSON, to be compared with such. */
function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
