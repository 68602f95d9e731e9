import type { JsonParts } from '../../platform/http/json.js';
import { inParts } from '../../platform/http/json-list.js';
import type {
  ImpactOfPlanResponse,
  PlanResponse,
  PlanSummaryResponse,
} from './as-code.response.js';
import { changesOf, type Comparison, type Finding } from './comparison.js';
import type { ApprovalNeeded, NeededPermission } from './requirements.js';

/** What a plan contains besides the comparison. */
interface Further {
  triedOut: boolean;
  errors: Finding[];
  permissions: NeededPermission[];
  approvals: ApprovalNeeded[];
  impact: ImpactOfPlanResponse[];
}

/** How many things change. */
export function summaryOf(comparison: Comparison): PlanSummaryResponse {
  const summary = { create: 0, change: 0, adopt: 0, delete: 0, release: 0 };
  for (const { action } of changesOf(comparison)) summary[action]++;
  return { ...summary, unchanged: comparison.unchanged };
}

/** A plan as it is answered: its changes become JSON when they are sent. */
export function responseOf(comparison: Comparison, further: Further): JsonParts<PlanResponse> {
  const { hash, kept, state } = comparison;
  const answer = {
    hash,
    summary: summaryOf(comparison),
    changes: changesOf(comparison).map(({ kind, name, project, action, adopts, differences }) => ({
      ...{ kind, name, project, action, adopts },
      fields: differences.map(({ field, before, after }) => ({ field, before, after })),
    })),
    ...further,
    kept: [...kept],
    seen: [...state.fingerprints].map(([key, fingerprint]) => {
      const at = key.indexOf(' ');
      return { kind: key.slice(0, at), name: key.slice(at + 1), fingerprint };
    }),
  };
  return inParts(answer, 'changes');
}
