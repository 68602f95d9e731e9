import type { Feature } from '../../features/feature-queries.js';
import type { Segment } from '../../segments/segment-queries.js';
import { nameOf, type Strategy } from '../../strategies/strategy-words.js';
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
