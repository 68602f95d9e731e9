import { ACCESS_CONSTRAINTS } from './access/access.constraints.js';
import { API_TOKEN_CONSTRAINTS } from './access/api-token/api-token.entity.js';
import { AS_CODE_CONSTRAINTS } from './exchange/as-code/as-code.errors.js';
import { AUDIT_LOG_CONSTRAINTS } from './audit/audit-log/audit-log.constraints.js';
import { CHANGE_REQUEST_CONSTRAINTS } from './governance/change-request/change-request.errors.js';
import { CONTEXT_FIELD_CONSTRAINTS } from './flags/context-field/context-field.entity.js';
import { ENVIRONMENT_CONSTRAINTS } from './flags/environment/environment.entity.js';
import { FEATURE_CONSTRAINTS } from './flags/feature/feature.errors.js';
import { METRICS_CONSTRAINTS } from './serving/metrics/metrics.constraints.js';
import { PROJECT_CONSTRAINTS } from './flags/project/project-lock.js';
import { RELEASE_PLAN_CONSTRAINTS } from './governance/release-plan/release-plan.errors.js';
import { SCHEDULE_CONSTRAINTS } from './governance/schedule/schedule.service.js';
import { SEGMENT_CONSTRAINTS } from './flags/segment/segment.entity.js';
import { STRATEGY_DEFINITION_CONSTRAINTS } from './flags/strategy-definition/strategy-definition.entity.js';
import { TAG_CONSTRAINTS } from './flags/tag/tag.entity.js';

/** Errors for violated constraints of all domains, by name of the constraint. */
export const CONSTRAINTS = {
  ...ACCESS_CONSTRAINTS,
  ...API_TOKEN_CONSTRAINTS,
  ...AS_CODE_CONSTRAINTS,
  ...AUDIT_LOG_CONSTRAINTS,
  ...CHANGE_REQUEST_CONSTRAINTS,
  ...CONTEXT_FIELD_CONSTRAINTS,
  ...ENVIRONMENT_CONSTRAINTS,
  ...FEATURE_CONSTRAINTS,
  ...METRICS_CONSTRAINTS,
  ...PROJECT_CONSTRAINTS,
  ...RELEASE_PLAN_CONSTRAINTS,
  ...SCHEDULE_CONSTRAINTS,
  ...SEGMENT_CONSTRAINTS,
  ...STRATEGY_DEFINITION_CONSTRAINTS,
  ...TAG_CONSTRAINTS,
};
