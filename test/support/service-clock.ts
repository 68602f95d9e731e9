declare const loadOutside: (name: 'node:vm') => typeof import('node:vm');

/**
 * The `Date` that the service has, which jest does not give to tests: to be spied on where the
 * service is to believe in another time.
 */
export const ServiceDate = loadOutside('node:vm').runInThisContext('Date') as DateConstructor;
