import type { Type as Class } from '@nestjs/common';
import * as swagger from '@nestjs/swagger';
import { Bounded, boundsOf } from './bounds.js';
import { Checked, CheckedTogether, checksOf, rulesOf } from './property-checks.js';

// Like the functions with the same names in @nestjs/swagger, which support neither bounds nor fast
// checks. `@RefuseUnknown()` is not inherited: each class declares it.

/** A class with some properties of another. */
export function PickType<T, Key extends keyof T & string>(
  type: Class<T>,
  keys: readonly Key[],
): Class<Pick<T, Key>> {
  const picked = swagger.PickType(type, keys);
  return inheriting(picked, type, (property) => keys.includes(property as Key));
}

/** A class with the properties of another, except for some. */
export function OmitType<T, Key extends keyof T & string>(
  type: Class<T>,
  keys: readonly Key[],
): Class<Omit<T, Key>> {
  const rest = swagger.OmitType(type, keys);
  return inheriting(rest, type, (property) => !keys.includes(property as Key));
}

/** A class with the same properties, each of which may be omitted but not null. */
export function PartialType<T>(type: Class<T>): Class<Partial<T>> {
  const partial = swagger.PartialType(type, { skipNullProperties: false });
  return inheriting(partial, type, () => true, { optional: true });
}

function inheriting<T>(
  derived: Class<T>,
  from: Class,
  has: (property: string) => boolean,
  changed: { optional?: true } = {},
): Class<T> {
  const target = derived.prototype as object;
  for (const [property, bound] of boundsOf(from))
    if (has(property)) Bounded(bound)(target, property);
  for (const [property, check] of checksOf(from))
    if (has(property)) Checked({ ...check, ...changed })(target, property);
  for (const rule of rulesOf(from))
    if (has(rule.property)) CheckedTogether(rule)(target, rule.property);
  return derived;
}
