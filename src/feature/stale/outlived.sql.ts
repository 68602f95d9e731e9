import { BIRTH_OF_THE_OUTLIVED } from '../../feature-type/lifetime.sql.js';

/**
 * `f` is a feature: whether it has outlived the lifetime of its type. One of a type without a
 * lifetime never has.
 */
export const OUTLIVED = /* sql */ `
  EXISTS (SELECT FROM feature_type lifetime
    WHERE lifetime.id = f.type AND f.created_at < ${BIRTH_OF_THE_OUTLIVED})`;

/**
 * `f` is a feature: whether it is potentially stale, which is: not marked as stale, though it has
 * outlived the lifetime of its type.
 */
export const POTENTIALLY_STALE = `(NOT f.stale AND ${OUTLIVED})`;
