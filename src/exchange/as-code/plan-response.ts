import type {
  ImpactOfPlanResponse,
  PlanResponse,
  PlanSummaryResponse,
} from './as-code.response.js';
import type { ApprovalNeeded, Comparison, Finding, NeededPermission } from './comparison.js';

/** What a plan contains besides the comparison. */
interface Further {
  errors: Finding[];
  permissions: NeededPermission[];
  approvals: ApprovalNeeded[];
  impact: ImpactOfPlanResponse[];
}

/** How many things change. */
export function summaryOf({ changes, unchanged }: Comparison): PlanSummaryResponse {
  const summary = { create: 0, change: 0, adopt: 0, delete: 0, release: 0, unchanged };
  for (const { action } of changes) summary[action]++;
  return summary;
}

/** A plan as it is answered. */
export function responseOf(comparison: Comparison, further: Further): PlanResponse {
  const { hash, changes, kept, state } = comparison;
  return {
    hash,
    summary: summaryOf(comparison),
    changes: changes.map(({ name, project, action, adopts, differences }) => ({
      ...{ kind: 'feature', name, project, action, adopts },
      fields: differences.map(({ field, before, after }) => ({ field, before, after })),
    })),
    ...further,
    kept: [...kept],
    seen: [...state.fingerprints].map(([key, fingerprint]) => {
      const at = key.indexOf(' ');
      return { kind: key.slice(0, at), name: key.slice(at + 1), fingerprint };
    }),
  };
}
