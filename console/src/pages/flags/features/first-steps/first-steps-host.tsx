import { lazy, Suspense } from 'react';
import { useMe } from '../../../../app/session/me.js';
import { isAllowed } from '../../../../app/session/permissions.js';
import { useLater } from '../../../../kit/use-later.js';
import type { FeaturePage } from '../feature-queries.js';
import type { FirstStepsProps } from './first-steps.js';

let isLoaded = false;
const FirstSteps = lazy(async () => {
  const { FirstSteps: component } = await import('./first-steps.js');
  isLoaded = true;
  return { default: component };
});

/** With more features, an instance is no longer new. */
const MOST_FEATURES = 5;
/** Below features, the code is loaded after the switches can be used: it is not needed first. */
const LATER_MS = 1_000;

/** Whether to lead the person through the first steps of a new instance. */
export function useIsNew(found: FeaturePage | undefined, isFiltered: boolean): boolean {
  const mayConnect = isAllowed(useMe(), ['CREATE_CLIENT_API_TOKEN']);
  return found !== undefined && found.total <= MOST_FEATURES && !isFiltered && mayConnect;
}

/** The first steps, which old instances do not load. */
export function FirstStepsHost(props: FirstStepsProps) {
  return (
    <Suspense>
      <FirstSteps {...props} />
    </Suspense>
  );
}

/** The first steps below features, which can be used before the steps are loaded. */
export function LaterFirstSteps(props: FirstStepsProps) {
  return useLater(LATER_MS, isLoaded) && <FirstStepsHost {...props} />;
}
