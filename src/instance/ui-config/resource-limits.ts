import { MAX_STRATEGIES } from '../../flags/feature/feature.errors.js';
import {
  MAX_CONSTRAINT_VALUES,
  MAX_CONSTRAINTS,
} from '../../flags/feature/strategy/strategy-content.js';
import { MAX_SEGMENTS } from '../../flags/feature/strategy/strategy-segments.js';
import { MAX_PROJECTS } from '../../flags/project/project.service.js';
import { VALUES_PER_SEGMENT } from '../../flags/segment/segment-constraints.js';
import type { ResourceLimitsResponse } from './ui-config.dto.js';

/** The largest number that clients of the reference read as an integer. */
export const UNLIMITED = 2_147_483_647;

/** How many of each resource there may be; 0 for what is not offered. */
export const RESOURCE_LIMITS: ResourceLimitsResponse = {
  segmentValues: VALUES_PER_SEGMENT,
  strategySegments: MAX_SEGMENTS,
  featureEnvironmentStrategies: MAX_STRATEGIES,
  constraints: MAX_CONSTRAINTS,
  constraintValues: MAX_CONSTRAINT_VALUES,
  environments: UNLIMITED,
  projects: MAX_PROJECTS,
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
