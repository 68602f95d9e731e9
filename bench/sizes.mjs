/**
 * How many rows of each kind an instance has.
 * @typedef {{ name: string, features: number, users: number, projects: number, segments: number,
 * tags: number, applications: number, tokens: number, events: number, changeRequests: number,
 * schedules: number, templates: number, edges: number }} Size
 */

/**
 * Three environments, five strategies in each of them for every feature, and 250 metrics buckets a
 * feature of which half are yesterday's.
 */
export const ENVIRONMENTS = ['development', 'staging', 'production'];
export const STRATEGIES_PER_ENVIRONMENT = 5;
export const BUCKETS_PER_FEATURE_AND_HALF = 125;
/** Days that the events are spread over, up to now. */
export const EVENT_DAYS = 120;

/**
 * In the large instance, kinds with a limit are below it, so that more can be created.
 * @type {Record<string, Size>}
 */
export const SIZES = {
  small: {
    name: 'small',
    features: 20,
    users: 10,
    projects: 2,
    segments: 2,
    tags: 5,
    applications: 5,
    tokens: 3,
    events: 3_000,
    changeRequests: 20,
    schedules: 50,
    templates: 2,
    edges: 2,
  },
  large: {
    name: 'large',
    features: 20_000,
    users: 10_000,
    projects: 20,
    segments: 200,
    tags: 200,
    applications: 5_000,
    tokens: 300,
    events: 3_000_000,
    changeRequests: 20_000,
    schedules: 45_000,
    templates: 180,
    edges: 900,
  },
};
