import { ApiProperty } from '@nestjs/swagger';
import { MAX_STRATEGIES } from '../../flags/feature/feature.errors.js';
import {
  MAX_CONSTRAINT_VALUES,
  MAX_CONSTRAINTS,
} from '../../flags/feature/strategy/strategy-content.js';
import { MAX_SEGMENTS } from '../../flags/feature/strategy/strategy-segments.js';
import { MAX_PROJECTS } from '../../flags/project/project.service.js';
import { VALUES_PER_SEGMENT } from '../../flags/segment/segment.service.js';
import { MAX_TEMPLATES } from '../../governance/release-plan/template/template.service.js';

/** The largest number that clients of the reference read as an integer. */
export const UNLIMITED = 2_147_483_647;

const PAID = [0, 'Part of the paid edition; always 0.'] as const;

/** How many of each resource there may be, and what the number counts. */
const LIMITS = {
  segmentValues: [VALUES_PER_SEGMENT, 'Maximum number of values in all constraints of a segment.'],
  strategySegments: [MAX_SEGMENTS, 'Maximum number of segments of a strategy.'],
  featureEnvironmentStrategies: [
    MAX_STRATEGIES,
    'Maximum number of strategies of a feature in one environment.',
  ],
  constraints: [MAX_CONSTRAINTS, 'Maximum number of constraints of a strategy.'],
  constraintValues: [MAX_CONSTRAINT_VALUES, 'Maximum number of values of a constraint.'],
  environments: [UNLIMITED, 'Environments; the largest integer, as there is no limit.'],
  projects: [MAX_PROJECTS, 'Projects; the largest integer, as there is no limit.'],
  apiTokens: [UNLIMITED, 'API tokens; the largest integer, as there is no limit.'],
  segments: [UNLIMITED, 'Segments; the largest integer, as there is no limit.'],
  featureFlags: [UNLIMITED, 'Features; the largest integer, as there is no limit.'],
  releaseTemplates: [MAX_TEMPLATES, 'Maximum number of templates of release plans.'],
  actionSetActions: PAID,
  actionSetsPerProject: PAID,
  actionSetFilters: PAID,
  actionSetFilterValues: PAID,
  signalEndpoints: PAID,
  signalTokensPerEndpoint: PAID,
} as const satisfies Record<string, readonly [limit: number, description: string]>;

/** Maximum numbers of things. */
export type ResourceLimits = Record<keyof typeof LIMITS, number>;

/** How many of each resource there may be; 0 for what is not offered. */
export const RESOURCE_LIMITS = Object.fromEntries(
  Object.entries(LIMITS).map(([resource, [limit]]) => [resource, limit]),
) as ResourceLimits;

/** Maximum numbers of things, as OpenAPI describes them. */
export class ResourceLimitsResponse {}

for (const [resource, [, description]] of Object.entries(LIMITS))
  ApiProperty({ type: 'integer', description })(ResourceLimitsResponse.prototype, resource);
