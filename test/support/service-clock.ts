import { runInThisContext } from 'node:vm';

/**
 * The `Date` that the service has, which jest does not give to tests: to be spied on where the
 * service is to believe in another time.
 */
export const ServiceDate = runInThisContext('Date') as DateConstructor;
