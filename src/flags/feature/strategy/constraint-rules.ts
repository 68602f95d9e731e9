import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../core/event/tx.js';
import { BadDataError, NotFoundError } from '../../../platform/errors/general.errors.js';
import type { ConstraintDto } from './strategy.dto.js';
import { TimeSlice } from '../../../platform/sandbox/time-slice.js';
import { PatternCheck } from './pattern-check.js';
import { comparedValues, faultOf, shortened } from './constraint-values.js';
import { READ_FIELDS } from './strategy.sql.js';

/** Creates the error for a context field that does not exist. */
type UnknownField = (message: string) => Error;

/** Validates constraints of strategies and segments. */
@Injectable()
export class ConstraintRules {
  constructor(
    private readonly database: Database,
    private readonly patterns: PatternCheck,
  ) {}

  /**
   * Validates constraints, and adds missing lists of values. Within a transaction the context
   * fields are locked until its end.
   * @param project The project whose context fields can be used besides those of all, if any.
   * @param unknownField The error for a missing context field; NotFoundError by default.
   * @throws BadDataError when values do not suit the operator or are not legal values of the
   * context field; reports every constraint.
   */
  async checked(
    constraints: readonly ConstraintDto[],
    project: string | null,
    tx?: Tx,
    unknownField?: UnknownField,
  ): Promise<ConstraintDto[]> {
    return (await this.on(constraints, project, tx, unknownField))(constraints);
  }

  /**
   * Prepares the validation of constraints on the given context fields and patterns.
   * @returns A function that validates like {@link checked}.
   */
  async on(
    examples: readonly ConstraintDto[],
    project: string | null,
    tx?: Tx,
    unknownField: UnknownField = (message) => new NotFoundError(message),
  ): Promise<(constraints: readonly ConstraintDto[]) => ConstraintDto[]> {
    const names = new Set<string>();
    await new TimeSlice().forEach(examples, ({ contextName }) => void names.add(contextName));
    const legalValues = await this.legalValues([...names], project, tx);
    const patterns = await this.patterns.usablePatterns(examples);
    return (constraints) => {
      const missing = constraints.find(({ contextName }) => !legalValues.has(contextName));
      if (missing)
        throw unknownField(`There is no context field "${shortened(missing.contextName)}".`);
      const faults = constraints.flatMap((constraint, index) => {
        const fault =
          faultOf(constraint, patterns) ??
          illegality(constraint, legalValues.get(constraint.contextName)!);
        return fault
          ? [{ message: `Constraint ${index + 1}, on "${constraint.contextName}": ${fault}` }]
          : [];
      });
      if (faults.length > 0) throw new BadDataError(faults[0]!.message, faults);
      return constraints.map((constraint) => ({ ...constraint, values: constraint.values ?? [] }));
    };
  }

  /**
   * Legal values by name of the existing context fields; an empty set for fields that accept any
   * value.
   */
  private async legalValues(
    names: string[],
    project: string | null,
    tx: Tx | undefined,
  ): Promise<Map<string, Set<string>>> {
    if (names.length === 0) return new Map();
    await tx?.lock({ contextFields: { share: names } });
    const fields = tx
      ? await tx.query(READ_FIELDS, [names, project])
      : await this.database.run(READ_FIELDS, [names, project]);
    return new Map(fields.map((field) => [field.name, new Set(field.legal)]));
  }
}

function illegality(constraint: ConstraintDto, legal: ReadonlySet<string>): string | undefined {
  if (legal.size === 0) return undefined;
  const illegal = comparedValues(constraint).filter((value) => !legal.has(value));
  return illegal.length > 0
    ? `not among the legal values of this context field: ${shortened(illegal.join(', '))}.`
    : undefined;
}
