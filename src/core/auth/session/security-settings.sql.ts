import { SECURITY_SETTING } from './security-settings.js';

/** The stored settings as JSON; null when none are stored. */
export const SECURITY_JSON = /* sql */ `
  (SELECT content FROM setting WHERE name = '${SECURITY_SETTING}')`;

/** Whether a session `s` is within its idle timeout. */
export const IS_IN_USE = /* sql */ `
  COALESCE(
    s.seen_at > now() - make_interval(mins => (${SECURITY_JSON} ->> 'idleMinutes')::integer),
    true)`;
