import type { Schemas } from '../../../../api/client.js';
import type { Feature } from '../../../flags/features/feature-queries.js';
import type { Segment } from '../../../flags/segments/segment-queries.js';
import { nameOf, type Strategy } from '../../../flags/strategies/strategy-words.js';
import type { Change } from '../change-request-queries.js';

type Environment = Feature['environments'][number];
type Fields = Readonly<Record<string, unknown>>;

/** What a change is about, as it is now. */
export interface Present {
  /** The feature in the environment of the change request. */
  environment?: Environment;
  segment?: Segment;
}

/** What a change would replace, and what by; undefined where there is nothing. */
export interface ChangedStates {
  before?: Fields;
  after?: Fields;
}

/** Compares a change with the present; without the present, there is nothing before. */
export function statesOf({ action, payload }: Change, present: Present): ChangedStates {
  const { environment, segment } = present;
  const given = (payload ?? {}) as Fields;
  const strategy = environment?.strategies.find(({ id }) => id === given['id']);
  switch (action) {
    case 'updateEnabled':
      return compared(given, environment && { enabled: environment.enabled });
    case 'updateStrategy':
      return compared(given, strategy);
    case 'deleteStrategy':
      return { before: strategy && withoutId(strategy) };
    case 'reorderStrategy':
      return ordered(given as unknown as readonly StrategyOrder[], environment);
    case 'patchVariant':
      return compared(given, environment && { variants: environment.variants });
    case 'updateSegment':
      return compared(given, segment);
    case 'deleteSegment':
      return {};
    default:
      return { after: given };
  }
}

/** An event that a change request has caused when it was applied. */
type AppliedEvent = Pick<Schemas['DescribedEventResponse'], 'type' | 'data' | 'preData'>;

const EVENT_TYPES: Partial<Record<Change['action'], readonly string[]>> = {
  updateEnabled: ['feature-environment-enabled', 'feature-environment-disabled'],
  updateStrategy: ['feature-strategy-update'],
  deleteStrategy: ['feature-strategy-remove'],
  patchVariant: ['feature-environment-variants-updated'],
  updateSegment: ['segment-updated'],
};

/** What a change has replaced, by the event that it has caused; undefined if there is none. */
export function replacedStatesOf(
  change: Change,
  events: readonly AppliedEvent[],
): ChangedStates | undefined {
  const given = (change.payload ?? {}) as Fields;
  const types = EVENT_TYPES[change.action] ?? [];
  const event = events.find(({ type, data, preData }) => {
    const id = data?.['id'] ?? preData?.['id'];
    return types.includes(type) && (id === undefined || id === given['id']);
  });
  if (!event) return undefined;
  if (change.action === 'deleteStrategy') return { before: withoutId(event.preData ?? {}) };
  const enabled = change.action === 'updateEnabled' && { enabled: !given['enabled'] };
  return compared(given, enabled || (event.preData ?? undefined));
}

/** Compares what a change sets; it leaves everything else as it is. */
function compared(given: Fields, present: object | undefined): ChangedStates {
  const after = withoutId(given);
  if (!present) return { after };
  const entries = Object.entries(present).filter(([name]) => name in after);
  return { before: Object.fromEntries(entries), after };
}

const withoutId = (fields: object): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'id'));

interface StrategyOrder {
  id: string;
  sortOrder: number;
}

function ordered(order: readonly StrategyOrder[], environment?: Environment): ChangedStates {
  if (!environment) return {};
  const { strategies } = environment;
  const rankOf = ({ id }: Strategy): number => order.find((one) => one.id === id)?.sortOrder ?? 0;
  const inOrder = strategies.toSorted((a, b) => rankOf(a) - rankOf(b));
  return { before: { order: strategies.map(nameOf) }, after: { order: inOrder.map(nameOf) } };
}
