import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { ApiFailure, requiresApproval } from '../../../api/failures.js';
import type { SwitchTarget } from './switch-dialog-store.js';

/** What a switch would do. */
export type Preview = Schemas['FeaturePreviewResponse'] & {
  /** Whether the service would refuse it, because others have to approve it first. */
  requiresApproval?: true;
};
export type Delivery = Schemas['DeliveryProgressResponse'];

/** The result of a switch. */
export interface Switched {
  /** Who has the change; null when it is unknown. */
  delivery: Delivery | null;
  /** The event of the change; undefined when nothing changed or it is unknown. */
  eventId: number | undefined;
  /** When the request was sent, on the clock of `performance.now()`. */
  startedAt: number;
}

const WAIT = '1s';
/** Times in headers have no milliseconds. */
const CLOCK_MS = 1_500;

interface Query {
  dryRun?: true;
  force?: true;
  reason?: string;
  waitForDelivery?: string;
}

function send({ project, feature, environment, turnsOn }: SwitchTarget, query: Query) {
  const params = {
    path: { projectId: project, featureName: feature, environment },
    query,
  };
  return turnsOn
    ? api.POST(
        '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/on',
        { params },
      )
    : api.POST(
        '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/off',
        { params },
      );
}

/** What the switch would do; changes nothing. */
export async function previewOf(target: SwitchTarget): Promise<Preview> {
  try {
    return (await bodyOf(send(target, { dryRun: true }))) as Preview;
  } catch (error) {
    if (target.turnsOn || !requiresApproval(error)) throw error;
    return emergencyPreviewOf(target).catch(() => Promise.reject(error as Error));
  }
}

/** What turning off without an approval would do. */
async function emergencyPreviewOf(target: SwitchTarget): Promise<Preview> {
  const query = { dryRun: true, force: true, reason: 'preview' } as const;
  return { ...((await bodyOf(send(target, query))) as Preview), requiresApproval: true };
}

/**
 * Switches the feature. `reason` overrides a guard.
 * @throws ApiFailure when the service refuses it; then nothing was changed.
 */
export async function switchFeature(target: SwitchTarget, reason?: string): Promise<Switched> {
  const startedAt = performance.now();
  const override: Query = reason && !target.turnsOn ? { force: true, reason } : {};
  const answer = await send(target, { ...override, waitForDelivery: WAIT });
  const body = await bodyOf(Promise.resolve(answer));
  const delivery = (body as { delivery?: Delivery | null }).delivery ?? null;
  return { delivery, eventId: eventOf(delivery, answer.response), startedAt };
}

/** The event of the change, unless the latest change is older than the request. */
function eventOf(delivery: Delivery | null, response: Response): number | undefined {
  if (!delivery?.changedAt || delivery.eventId === null) return undefined;
  const answeredAt = Date.parse(response.headers.get('date') ?? '');
  const since = answeredAt - (delivery.waitedMs ?? 0) - CLOCK_MS;
  return Date.parse(delivery.changedAt) >= since ? delivery.eventId : undefined;
}

/** The warnings of a guard that refused a switch; undefined for other errors. */
export function guardWarnings(error: unknown): readonly Schemas['WarningResponse'][] | undefined {
  if (!(error instanceof ApiFailure) || !error.is('GuardedChangeError')) return undefined;
  return (error.body.warnings ?? []) as unknown as Schemas['WarningResponse'][];
}
