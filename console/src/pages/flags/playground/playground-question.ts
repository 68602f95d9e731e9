import type { Schemas } from '../../../api/client.js';
import { momentOf } from '../../../kit/moment.js';

/** A context field with its value, or several values separated by commas. */
export interface ContextEntry {
  name: string;
  value: string;
}

/** What is asked, as the address keeps it. */
export interface Question {
  environments: readonly string[];
  /** All when empty. */
  projects: readonly string[];
  context: readonly ContextEntry[];
  /** A moment of the past in UTC; now when absent. */
  at?: string | undefined;
}

const MOST = 50;
const listOf = (text: string | null): string[] =>
  (text ?? '').split(',').filter(Boolean).slice(0, MOST);

/** The question of an address; anything that makes no sense is left out. */
export function questionOf(search: URLSearchParams): Question {
  return {
    environments: listOf(search.get('environments')),
    projects: listOf(search.get('projects')),
    context: entriesOf(search.get('context')),
    at: momentOf(search.get('at'))?.toISOString(),
  };
}

function entriesOf(text: string | null): ContextEntry[] {
  try {
    const object: unknown = JSON.parse(text ?? '{}');
    return Object.entries(object as Record<string, unknown>)
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .slice(0, MOST)
      .map(([name, value]) => ({ name, value }));
  } catch {
    return [];
  }
}

/** The same as changes of the query of the address. */
export const addressOf = ({ environments, projects, context, at }: Question) => ({
  environments: environments.join(','),
  projects: projects.join(','),
  context: context.length > 0 ? JSON.stringify(contextOf(context)) : undefined,
  at,
});

const contextOf = (entries: readonly ContextEntry[]): Record<string, string> =>
  Object.fromEntries(
    entries.map(({ name, value }) => [name.trim(), value] as const).filter(([name]) => name !== ''),
  );

/** The name that the API requires, when the person gives none. */
const APP_NAME = 'playground';

/** The same in the language of the API. */
export function requestOf({
  environments,
  projects,
  context,
}: Question): Schemas['AdvancedPlaygroundDto'] {
  return {
    environments: [...environments],
    projects: projects.length > 0 ? [...projects] : '*',
    context: { appName: APP_NAME, ...contextOf(context) },
  };
}
