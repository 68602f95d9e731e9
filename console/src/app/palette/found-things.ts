import { queryOptions } from '@tanstack/react-query';
import { findFeatures, type FoundFeature } from '../../pages/flags/features/feature-queries.js';
import { findUsers } from '../../pages/access/people/people-queries.js';
import type { Choice } from '../../kit/searched-choice.js';
import { errorsIn, isAlike, piecesOf } from './typing-errors.js';

const MOST_FEATURES = 6;
const MOST_PEOPLE = 3;
/** The service finds no names with typing errors: so many are looked through for each piece. */
const MOST_ALIKE = 50;
/** Shorter letters find nobody. */
const LEAST_OF_PEOPLE = 2;

/** What the service finds for some letters. */
export interface FoundThings {
  features: FoundFeature[];
  people: Choice[];
}

/**
 * Features and, for those who may see them, people whose names contain some letters; if there are
 * none, those that are nearly so.
 */
export const paletteQuery = (letters: string, seesPeople: boolean) =>
  queryOptions({
    queryKey: ['features', 'palette', letters, seesPeople] as const,
    queryFn: async ({ signal }): Promise<FoundThings> => {
      const exactly = await find(letters, MOST_FEATURES, seesPeople, signal);
      if (exactly.features.length + exactly.people.length > 0) return exactly;
      const alike = await Promise.all(
        piecesOf(letters).map((piece) => find(piece, MOST_ALIKE, seesPeople, signal)),
      );
      return {
        features: nearest(
          letters,
          alike.flatMap(({ features }) => features),
          ({ name }) => name,
        ),
        people: nearest(
          letters,
          alike.flatMap(({ people }) => people),
          ({ label }) => label,
        ),
      };
    },
  });

async function find(
  query: string,
  limit: number,
  seesPeople: boolean,
  signal: AbortSignal,
): Promise<FoundThings> {
  const asksForPeople = seesPeople && query.length >= LEAST_OF_PEOPLE;
  const [{ features }, people] = await Promise.all([
    findFeatures({ query, limit, sortBy: 'name' }, signal),
    asksForPeople ? findUsers(query).queryFn({ signal }) : [],
  ]);
  return { features, people: limit > MOST_FEATURES ? people : people.slice(0, MOST_PEOPLE) };
}

/** Those alike, each once, the nearest first. */
function nearest<Thing>(
  letters: string,
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
): Thing[] {
  const byName = new Map(things.map((thing) => [nameOf(thing), thing]));
  return [...byName.entries()]
    .filter(([name]) => isAlike(letters, name))
    .sort(([a], [b]) => errorsIn(letters, a) - errorsIn(letters, b) || a.localeCompare(b))
    .slice(0, MOST_FEATURES)
    .map(([, thing]) => thing);
}
