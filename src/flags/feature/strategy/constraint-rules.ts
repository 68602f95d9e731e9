import { Injectable } from '@nestjs/common';
import { isIP } from 'node:net';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../core/event/tx.js';
import { BadDataError, NotFoundError } from '../../../platform/errors/general.errors.js';
import { TimeSlice } from '../../../platform/sandbox/time-slice.js';
import type { ConstraintDto } from './strategy.dto.js';
import { PatternCheck } from './pattern-check.js';
import { READ_FIELDS } from './strategy.sql.js';
import {
  NETWORK_OPERATORS,
  type Operator,
  REGEX_OPERATORS,
  type SINGLE_VALUE_OPERATORS,
  SINGLE_VALUES,
  TEXT_OPERATORS,
} from './operators.js';

/** Maximum length of a text in a list. */
const MAX_TEXT_LENGTH = 100;
/** Maximum length of a single value. */
const MAX_VALUE_LENGTH = 1000;

/**
 * Describes what is wrong with the values of a constraint and what is valid; undefined when they
 * suit the operator. `patterns` are the usable patterns.
 */
function faultOf(
  { operator, value, values = [] }: ConstraintDto,
  patterns: ReadonlySet<string>,
): string | undefined {
  if (takesList(operator)) return faultOfList(operator, values);
  const { wanted, fits } = SINGLE_VALUES[operator];
  if (values.length > 0)
    return `${operator} compares with one value: set "value", and omit "values" or leave it empty.`;
  if (value === undefined || value === '') return `${operator} needs a "value": ${wanted}.`;
  if (value.length > MAX_VALUE_LENGTH)
    return `The "value" for ${operator} is longer than ${MAX_VALUE_LENGTH} characters.`;
  return fits(value, patterns)
    ? undefined
    : `"${shortened(value)}" is not a valid "value" for ${operator}: it must be ${wanted}.`;
}

/** The values a constraint compares with; patterns and networks are not included. */
function comparedValues({ operator, value, values = [] }: ConstraintDto): string[] {
  if (isAboutNetworks(operator) || (REGEX_OPERATORS as readonly Operator[]).includes(operator))
    return [];
  if (takesList(operator)) return values;
  return value === undefined ? [] : [value];
}

/** The text, shortened for an error message. */
function shortened(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}

function takesList(
  operator: Operator,
): operator is Exclude<Operator, (typeof SINGLE_VALUE_OPERATORS)[number]> {
  return (TEXT_OPERATORS as readonly Operator[]).includes(operator) || isAboutNetworks(operator);
}

function faultOfList(operator: Operator, values: readonly string[]): string | undefined {
  if (values.length === 0) return `${operator} needs at least one string in "values".`;
  const wrong = values.find((text) => text.length === 0 || text.length > MAX_TEXT_LENGTH);
  if (wrong === undefined) return isAboutNetworks(operator) ? faultOfNetworks(values) : undefined;
  return (
    `Each of the "values" of ${operator} must have 1 to ${MAX_TEXT_LENGTH} characters, unlike ` +
    `"${shortened(wrong)}".`
  );
}

function isAboutNetworks(operator: Operator): boolean {
  return (NETWORK_OPERATORS as readonly Operator[]).includes(operator);
}

function faultOfNetworks(values: readonly string[]): string | undefined {
  const wrong = values.find((text) => !isNetwork(text));
  return wrong === undefined
    ? undefined
    : `"${shortened(wrong)}" is neither an address nor a network, like 10.1.2.3, 10.0.0.0/8 or ` +
        '2001:db8::/32.';
}

function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && (bits === undefined || Number(bits) <= (version === 4 ? 32 : 128));
}

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
