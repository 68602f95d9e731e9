import type { Schemas } from '../../../../../api/client.js';
import { nameOf } from '../../../strategies/strategy-words.js';
import type { FormerFeature } from './past-queries.js';
import { type Difference, differencesOf } from '../../../../audit/events/differences.js';

type Change = Schemas['DifferenceResponse'];

/** Differences of the API in words; strategies are called by their title or kind. */
export function wordsOfChanges(
  changes: readonly Change[],
  states: readonly Pick<FormerFeature, 'environments'>[],
): Difference[] {
  const names = new Map(
    states
      .flatMap(({ environments }) => environments)
      .flatMap(({ strategies }) => strategies)
      .map((strategy) => [strategy.id, nameOf(strategy)]),
  );
  return changes.flatMap(({ path, before, after }) =>
    differencesOf(
      before,
      after,
      partsOf(path).map((part) => names.get(part) ?? part),
    ),
  );
}

/** The parts of a JSON pointer. */
const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
