import { Injectable } from '@nestjs/common';
import type { Tx } from '../../event/tx.js';
import { ExceedsLimitError } from '../../errors/general.errors.js';
import { TimeSlice } from '../../sandbox/time-slice.js';
import { withWeights } from '../variant/weights.js';
import type { ConstraintDto } from './constraint.dto.js';
import { ConstraintRules } from './constraint-rules.js';
import type { FeatureStrategy } from './feature-strategy.entity.js';
import type { CreateStrategyDto } from './strategy.dto.js';

/** How many constraints a strategy may have. */
const MOST_CONSTRAINTS = 30;
/** How many values one constraint may have. */
const MOST_VALUES = 250;

/** The columns of a strategy that its author decides. */
export type Content = Pick<
  FeatureStrategy,
  'name' | 'title' | 'disabled' | 'parameters' | 'constraints' | 'variants'
>;

/** What strategies may contain. */
@Injectable()
export class StrategyContent {
  constructor(private readonly rules: ConstraintRules) {}

  /**
   * Checks what a strategy is to contain, and completes it by defaults.
   * @throws ExceedsLimitError when there are too many constraints or values. @throws NotFoundError
   * when there is no such context field.
   * @throws BadDataError when values do not suit their operator, or variants do not go together.
   */
  async checked(wanted: CreateStrategyDto, tx: Tx): Promise<Content> {
    return (await this.checking([wanted], tx))(wanted);
  }

  /** How to check and complete each of some strategies, as {@link checked} does. */
  async checking(
    all: readonly CreateStrategyDto[],
    tx: Tx,
  ): Promise<(wanted: CreateStrategyDto) => Content> {
    const examples: ConstraintDto[] = [];
    await new TimeSlice().forEach(all, ({ constraints = [] }) => {
      for (const constraint of constraints) examples.push(constraint);
    });
    const checked = await this.rules.on(examples, tx);
    return ({ name, title = null, disabled, parameters = {}, constraints = [], variants = [] }) => {
      requireFewConstraints(constraints);
      return {
        name,
        title,
        disabled: disabled ?? false,
        parameters,
        constraints: checked(constraints),
        variants: withWeights(variants),
      };
    };
  }
}

/**
 * @throws ExceedsLimitError when there are more constraints than a strategy may have, or more
 * values than a constraint may have.
 */
export function requireFewConstraints(constraints: readonly ConstraintDto[]): void {
  if (constraints.length > MOST_CONSTRAINTS)
    throw new ExceedsLimitError(
      `A strategy has at most ${MOST_CONSTRAINTS} constraints, not ${constraints.length}.`,
    );
  const longest = Math.max(0, ...constraints.map((constraint) => constraint.values?.length ?? 0));
  if (longest > MOST_VALUES)
    throw new ExceedsLimitError(`A constraint has at most ${MOST_VALUES} values, not ${longest}.`);
}
