import type { Schemas } from '../../../api/client.js';
import type { Proposal } from '../../governance/change-requests/proposal.js';

type Preview = Schemas['UndoPreviewResponse'];
type Change = Schemas['ChangeDto'];
type Action = Change['action'];
type Payload = Record<string, unknown>;

const STRATEGY = [
  ...['name', 'title', 'disabled', 'sortOrder'],
  ...['parameters', 'constraints', 'segments', 'variants'],
];
const SEGMENT = ['id', 'name', 'description', 'project', 'constraints'];

const only = (names: readonly string[], state: Payload): Payload =>
  Object.fromEntries(names.filter((name) => name in state).map((name) => [name, state[name]]));

/** What change requests contain for an event, from the state after and before it. */
const CHANGES: Readonly<
  Record<string, (now: Payload, before: Payload) => [Action, Change['payload']?]>
> = {
  'feature-environment-enabled': () => ['updateEnabled', { enabled: true }],
  'feature-environment-disabled': () => ['updateEnabled', { enabled: false }],
  'feature-strategy-add': (now) => ['addStrategy', only(STRATEGY, now)],
  'feature-strategy-update': (now) => ['updateStrategy', only(['id', ...STRATEGY], now)],
  'feature-strategy-remove': (_, before) => ['deleteStrategy', only(['id'], before)],
  'strategy-order-changed': ({ strategyIds }) => [
    'reorderStrategy',
    (strategyIds as string[]).map((id, sortOrder) => ({ id, sortOrder })),
  ],
  'feature-environment-variants-updated': (now) => ['patchVariant', only(['variants'], now)],
  'feature-archived': () => ['archiveFeature'],
  'feature-dependency-added': (now) => ['addDependency', now],
  'feature-dependency-removed': () => ['deleteDependency'],
  'feature-dependencies-removed': () => ['deleteDependency'],
  'segment-updated': (now) => ['updateSegment', only(SEGMENT, now)],
};

/**
 * The changes of an undo for others to approve.
 * @returns undefined when nobody has to approve it, or a change request cannot contain all of it.
 */
export function proposalOf({ proposeIn, events }: Preview): Proposal | undefined {
  if (!proposeIn) return undefined;
  const changes = events.map((event) => (isIn(proposeIn, event) ? changeOf(event) : undefined));
  return changes.every((change) => change !== undefined) ? { ...proposeIn, changes } : undefined;
}

/** Whether a change request there can contain it. The preview of many events has no states. */
function isIn(
  place: NonNullable<Preview['proposeIn']>,
  { project, environment, data }: Preview['events'][number],
): boolean {
  return (
    data !== undefined &&
    (project === null || project === place.project) &&
    (environment === null || environment === place.environment)
  );
}

function changeOf({ type, featureName, data, preData }: Preview['events'][number]) {
  const [action, payload] = CHANGES[type]?.(data ?? {}, preData ?? {}) ?? [];
  return (
    action && {
      action,
      ...(featureName === null ? {} : { feature: featureName }),
      ...(payload === undefined ? {} : { payload }),
    }
  );
}
