import type { Me } from '../../../app/session/me.js';
import { isAllowed, type Place } from '../../../app/session/permissions.js';
import { failureTexts } from '../../../texts/failures.js';

const ON = ['UPDATE_FEATURE_ENVIRONMENT'];
const OFF = ['UPDATE_FEATURE_ENVIRONMENT', 'DISABLE_FEATURE_ENVIRONMENT'];

/** Why the person may not switch features in this place; undefined if they may. */
export function switchLack(me: Me, place: Place, turnsOn: boolean): string | undefined {
  const needed = turnsOn ? ON : OFF;
  return isAllowed(me, needed, place) ? undefined : failureTexts.lacking(needed);
}
