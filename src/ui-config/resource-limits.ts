import type { ResourceLimitsResponse } from './ui-config.response.js';

/** The largest number that clients of the reference read as an integer. */
export const UNLIMITED = 2_147_483_647;

/** How many of each resource there may be; 0 for what is not offered. */
export const RESOURCE_LIMITS: ResourceLimitsResponse = {
  segmentValues: 1000,
  strategySegments: 5,
  featureEnvironmentStrategies: 30,
  constraints: 30,
  constraintValues: 250,
  environments: UNLIMITED,
  projects: 1000,
  apiTokens: UNLIMITED,
  segments: UNLIMITED,
  featureFlags: UNLIMITED,
  actionSetActions: 0,
  actionSetsPerProject: 0,
  actionSetFilters: 0,
  actionSetFilterValues: 0,
  signalEndpoints: 0,
  signalTokensPerEndpoint: 0,
};
