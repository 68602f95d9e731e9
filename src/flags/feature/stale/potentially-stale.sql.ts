import { LIFETIME_START } from '../../feature-type/lifetime.sql.js';

/** Whether a feature `f` exceeds the lifetime of its type; never for types without one. */
export const EXCEEDS_LIFETIME = /* sql */ `
  EXISTS (SELECT FROM feature_type lifetime
    WHERE lifetime.id = f.type AND f.created_at < ${LIFETIME_START})`;

/**
 * Whether a feature `f` is potentially stale: not marked as stale, but beyond the lifetime of its
 * type.
 */
export const POTENTIALLY_STALE = `(NOT f.stale AND ${EXCEEDS_LIFETIME})`;
