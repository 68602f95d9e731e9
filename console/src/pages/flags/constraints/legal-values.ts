import type { ContextField } from '../context-fields/context-field-queries.js';
import type { Constraint } from './operators.js';

/** The legal values of the field of a constraint; none when it accepts any value. */
export function legalValuesOf(constraint: Constraint, fields: readonly ContextField[]): string[] {
  const field = fields.find(({ name }) => name === constraint.contextName);
  return field?.legalValues.map(({ value }) => value) ?? [];
}
