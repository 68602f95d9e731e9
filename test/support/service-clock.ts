import { runInThisContext } from 'node:vm';

/**
 * The `Date` class of the service, which jest does not expose to tests. Spy on it to change the
 * time of the service.
 */
export const ServiceDate = runInThisContext('Date') as DateConstructor;
