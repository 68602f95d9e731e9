import { sharedValue } from '../../../kit/shared-value.js';

/** A switch of one feature in one environment. */
export interface SwitchTarget {
  project: string;
  feature: string;
  environment: string;
  turnsOn: boolean;
}

const target = sharedValue<SwitchTarget>();

/** Opens the dialog that previews a switch, confirms it, and follows its delivery. */
export const openSwitchDialog = (next: SwitchTarget): void => target.set(next);
export const closeSwitchDialog = (): void => target.set(undefined);
export const useSwitchTarget = target.use;
