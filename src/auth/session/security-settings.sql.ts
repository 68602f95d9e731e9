import { SECURITY_SETTING } from './security-settings.js';

/** The stored setting as JSON, null where nothing is stored. */
export const SECURITY_JSON = /* sql */ `
  (SELECT content FROM setting WHERE name = '${SECURITY_SETTING}')`;

/** Whether a session `s` has been used recently enough. */
export const IS_IN_USE = /* sql */ `
  COALESCE(
    s.seen_at > now() - make_interval(mins => (${SECURITY_JSON} ->> 'idleMinutes')::integer),
    true)`;
