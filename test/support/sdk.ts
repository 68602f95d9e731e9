import type { Unleash } from 'unleash-client';

/**
 * Ends an SDK. It neither cancels a poll that is in flight nor hears of it any more, so the failure
 * of one that the end of the service cuts off would be thrown in a later test.
 */
export function endSdk(sdk: Unleash): void {
  sdk.destroy();
  sdk['repository'].on('error', () => undefined);
}
