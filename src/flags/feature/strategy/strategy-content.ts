import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../core/event/tx.js';
import { ExceedsLimitError } from '../../../platform/errors/general.errors.js';
import { TimeSlice } from '../../../platform/sandbox/time-slice.js';
import { strategyVariants } from '../variant/variant-weights.js';
import { ConstraintRules } from './constraint-rules.js';
import type { FeatureStrategy } from './feature-strategy.entity.js';
import type { ConstraintDto, CreateStrategyDto } from './strategy.dto.js';
import { DEFAULT_STICKINESS } from './strategy.sql.js';

/** Fills in the parameters of a strategy for a feature. */
type FillIn = (
  definition: string,
  given: Record<string, string>,
  featureName: string,
) => Record<string, string>;

const ROLLOUT = 'flexibleRollout';

/**
 * Prepares default parameters for new gradual rollouts in a project: 100 %, the project's
 * stickiness, and the feature name as group id. `definitions` are those of the strategies; without
 * a gradual rollout the project is not read.
 */
export async function fillingIn(
  projectId: string,
  definitions: readonly string[],
  tx: Tx,
): Promise<FillIn> {
  if (!definitions.includes(ROLLOUT)) return (_, given) => given;
  const [project] = await tx.query(DEFAULT_STICKINESS, [projectId]);
  const { stickiness } = project!;
  return (definition, given, featureName) =>
    definition === ROLLOUT ? { rollout: '100', stickiness, groupId: featureName, ...given } : given;
}

/** Maximum constraints of a strategy. */
export const MAX_CONSTRAINTS = 30;
/** Maximum values of a constraint. */
export const MAX_CONSTRAINT_VALUES = 250;

/** The columns of a strategy that its author sets. */
export type Content = Pick<
  FeatureStrategy,
  'name' | 'title' | 'disabled' | 'parameters' | 'constraints' | 'variants'
>;

/** Validates the content of strategies. */
@Injectable()
export class StrategyContent {
  constructor(private readonly rules: ConstraintRules) {}

  /**
   * Validates the content of a strategy and adds defaults.
   * @throws ExceedsLimitError when there are too many constraints or values.
   * @throws NotFoundError when a context field does not exist.
   * @throws BadDataError when values do not suit their operator, or the variants are invalid.
   */
  async checked(wanted: CreateStrategyDto, project: string, tx: Tx): Promise<Content> {
    return (await this.checking([wanted], project, tx))(wanted);
  }

  /**
   * Prepares the validation of several strategies.
   * @returns A function that validates like {@link checked}.
   */
  async checking(
    all: readonly CreateStrategyDto[],
    project: string | null,
    tx: Tx,
  ): Promise<(wanted: CreateStrategyDto) => Content> {
    const examples: ConstraintDto[] = [];
    await new TimeSlice().forEach(all, ({ constraints = [] }) => {
      for (const constraint of constraints) examples.push(constraint);
    });
    const checked = await this.rules.on(examples, project, tx);
    return ({ name, title = null, disabled, parameters = {}, constraints = [], variants = [] }) => {
      requireFewConstraints(constraints);
      return {
        name,
        title,
        disabled: disabled ?? false,
        parameters,
        constraints: checked(constraints),
        variants: strategyVariants(variants),
      };
    };
  }
}

/** @throws ExceedsLimitError when there are too many constraints, or too many values in one. */
export function requireFewConstraints(constraints: readonly ConstraintDto[]): void {
  if (constraints.length > MAX_CONSTRAINTS)
    throw new ExceedsLimitError(
      `A strategy can have at most ${MAX_CONSTRAINTS} constraints, not ${constraints.length}.`,
    );
  const longest = Math.max(0, ...constraints.map((constraint) => constraint.values?.length ?? 0));
  if (longest > MAX_CONSTRAINT_VALUES)
    throw new ExceedsLimitError(
      `A constraint can have at most ${MAX_CONSTRAINT_VALUES} values, not ${longest}.`,
    );
}
