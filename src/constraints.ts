import { API_TOKEN_CONSTRAINTS } from './api-token/api-token.constraints.js';
import { CHANGE_REQUEST_CONSTRAINTS } from './change-request/change-request.constraints.js';
import { CONTEXT_FIELD_CONSTRAINTS } from './context-field/context-field.constraints.js';
import { ENVIRONMENT_CONSTRAINTS } from './environment/environment.constraints.js';
import { FEATURE_CONSTRAINTS } from './feature/feature.constraints.js';
import { METRICS_CONSTRAINTS } from './metrics/metrics.constraints.js';
import { PEOPLE_CONSTRAINTS } from './people/people.constraints.js';
import { PROJECT_CONSTRAINTS } from './project/project.constraints.js';
import { RELEASE_PLAN_CONSTRAINTS } from './release-plan/release-plan.constraints.js';
import { ROLES_CONSTRAINTS } from './roles/roles.constraints.js';
import { SCHEDULE_CONSTRAINTS } from './schedule/schedule.constraints.js';
import { SEGMENT_CONSTRAINTS } from './segment/segment.constraints.js';
import { STRATEGY_DEFINITION_CONSTRAINTS } from './strategy-definition/strategy-definition.constraints.js';
import { TAG_CONSTRAINTS } from './tag/tag.constraints.js';

/** Errors for violated constraints of all domains, by name of the constraint. */
export const CONSTRAINTS = {
  ...API_TOKEN_CONSTRAINTS,
  ...CHANGE_REQUEST_CONSTRAINTS,
  ...CONTEXT_FIELD_CONSTRAINTS,
  ...ENVIRONMENT_CONSTRAINTS,
  ...FEATURE_CONSTRAINTS,
  ...METRICS_CONSTRAINTS,
  ...PEOPLE_CONSTRAINTS,
  ...PROJECT_CONSTRAINTS,
  ...RELEASE_PLAN_CONSTRAINTS,
  ...ROLES_CONSTRAINTS,
  ...SCHEDULE_CONSTRAINTS,
  ...SEGMENT_CONSTRAINTS,
  ...STRATEGY_DEFINITION_CONSTRAINTS,
  ...TAG_CONSTRAINTS,
};
