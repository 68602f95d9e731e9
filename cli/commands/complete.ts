import type { Command, Option } from 'commander';
import type { Connection } from '../connection.js';
import { search } from '../features.js';
import { SHELLS } from './completion.js';

/** Maximum number of feature names that a shell is offered. */
const MAX_NAMES = 50;
const ON_FEATURES = ['on', 'off', 'status'];

/**
 * Completions of the last word: commands, options and their values, or names of features.
 * @param words Those after `flags`; the last one may be empty.
 */
export async function completions(
  program: Command,
  words: readonly string[],
  connect: () => Connection,
): Promise<string[]> {
  const begun = words.at(-1) ?? '';
  const candidates = await candidatesOf(program, words, begun, connect);
  return candidates.filter((name) => name.startsWith(begun)).slice(0, MAX_NAMES);
}

async function candidatesOf(
  program: Command,
  words: readonly string[],
  begun: string,
  connect: () => Connection,
): Promise<readonly string[]> {
  if (words.length <= 1)
    return program
      .createHelp()
      .visibleCommands(program)
      .map((command) => command.name());
  const command = program.commands.find((one) => one.name() === words[0]);
  if (!command) return [];
  const option = takingValue(command, words.at(-2));
  if (option) return valuesOf(option, connect);
  if (begun.startsWith('-'))
    return command
      .createHelp()
      .visibleOptions(command)
      .map(({ long }) => long ?? '');
  if (argumentsBefore(command, words) > 0) return [];
  if (command.name() === 'completion') return SHELLS;
  return ON_FEATURES.includes(command.name()) ? featuresLike(begun, connect()) : [];
}

/** The option that a word names, if a value follows it. */
const takingValue = (command: Command, word = ''): Option | undefined =>
  command.options.find(
    (option) => option.required && (option.long === word || option.short === word),
  );

async function valuesOf(option: Option, connect: () => Connection): Promise<readonly string[]> {
  if (option.argChoices) return option.argChoices;
  switch (option.attributeName()) {
    case 'environment': {
      const path = '/api/admin/environments';
      const answer = await connect().request<{ environments: { name: string }[] }>(path);
      return answer.environments.map(({ name }) => name);
    }
    case 'project': {
      const path = '/api/admin/projects';
      const answer = await connect().request<{ projects: { id: string }[] }>(path);
      return answer.projects.map(({ id }) => id);
    }
    default:
      return [];
  }
}

/** Number of arguments before the last word, without options and their values. */
function argumentsBefore(command: Command, words: readonly string[]): number {
  return words
    .slice(1, -1)
    .filter((word, n) => !word.startsWith('-') && !takingValue(command, words[n])).length;
}

async function featuresLike(begun: string, connection: Connection): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of search(connection, { query: begun })) {
    if (name.startsWith(begun)) names.push(name);
    if (names.length === MAX_NAMES) break;
  }
  return names;
}
