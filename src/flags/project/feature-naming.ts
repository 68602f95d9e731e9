import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { BadDataError } from '../../platform/errors/general.errors.js';
import { Sandbox } from '../../platform/sandbox/sandbox.js';
import {
  SandboxFailureError,
  type SandboxTask,
  SandboxTimeoutError,
} from '../../platform/sandbox/sandbox-task.js';
import type { FeatureNaming } from './project.entity.js';
import { PATTERNS } from './project.sql.js';

/** A regular expression, and names that must match it entirely. */
export interface NamingInput {
  pattern: string;
  names: readonly string[];
}

/** `unfollowing` lists the names that do not match; `problem` says why the pattern is invalid. */
export type NamingResult = { unfollowing: string[] } | { problem: string };

const MATCHING: SandboxTask<NamingInput, NamingResult> = {
  name: 'naming pattern',
  module: new URL('./feature-naming.task.js', import.meta.url),
};

/** Matching is retried once, because a busy machine can make it slow. */
const ATTEMPTS = 2;
/** Maximum number of cached results, each for one name and pattern. */
const MAX_REMEMBERED = 10_000;

/**
 * Matches feature names with naming patterns in a worker thread, because users write the patterns,
 * and some take very long for some names.
 */
@Injectable()
export class FeatureNamingRules {
  /** Cached results by pattern and name. */
  private readonly known = new Map<string, boolean>();

  constructor(
    private readonly sandbox: Sandbox,
    private readonly database: Database,
  ) {}

  /**
   * Matches names with the pattern of their project, and with those of policies, before a
   * transaction needs the result, so that no transaction waits for the worker.
   * @throws BadDataError when matching takes too long.
   */
  async prepare(projectId: string, names: readonly string[]): Promise<void> {
    for (const naming of await this.database.run(PATTERNS, [projectId]))
      await this.unfollowing(naming, names);
  }

  /**
   * @throws BadDataError when a name does not match the naming pattern of the project, if it has
   * one.
   */
  async requireNames(naming: FeatureNaming | null, names: readonly string[]): Promise<void> {
    const [name] = await this.unfollowing(naming, names);
    if (name === undefined) return;
    const hints = [
      naming?.example ? `for example ${naming.example}` : '',
      naming?.description ?? '',
    ]
      .filter(Boolean)
      .join('; ');
    throw new BadDataError(
      `The name "${name}" does not match the naming pattern of its project, ` +
        `^${naming!.pattern}$${hints ? ` (${hints})` : ''}.`,
    );
  }

  /**
   * The names that do not match a naming pattern; none without one.
   * @throws BadDataError when matching takes too long.
   */
  async unfollowing(naming: FeatureNaming | null, names: readonly string[]): Promise<string[]> {
    if (!naming?.pattern || names.length === 0) return [];
    return this.matched(naming.pattern, names);
  }

  /**
   * Validates a naming rule; undefined without a pattern.
   * @throws BadDataError when the pattern is invalid, or the example does not match it or has no
   * pattern.
   */
  async namingOf({ pattern, example, description }: FeatureNaming): Promise<FeatureNaming | null> {
    if (!pattern) {
      if (!example) return null;
      throw new BadDataError('There is an example of a feature name, but no pattern.');
    }
    if (/\s/.test(pattern))
      throw new BadDataError(
        'The pattern must not contain white space, because feature names cannot contain any.',
      );
    const [wrong] = await this.matched(pattern, example ? [example] : []);
    if (wrong !== undefined)
      throw new BadDataError(`The example "${wrong}" does not match the pattern ^${pattern}$.`);
    return { pattern, example: example || null, description: description || null };
  }

  private async matched(pattern: string, names: readonly string[]): Promise<string[]> {
    const keyOf = (name: string): string => `${pattern} ${name}`;
    const unknown = names.filter((name) => !this.known.has(keyOf(name)));
    if (names.length === 0 || unknown.length > 0) {
      const wrong = new Set(await this.match(pattern, unknown));
      if (this.known.size + unknown.length > MAX_REMEMBERED) this.known.clear();
      for (const name of unknown) this.known.set(keyOf(name), !wrong.has(name));
    }
    return names.filter((name) => !this.known.get(keyOf(name)));
  }

  private async match(pattern: string, names: readonly string[]): Promise<string[]> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        const result = await this.sandbox.run(MATCHING, { pattern, names });
        if ('unfollowing' in result) return result.unfollowing;
        throw new BadDataError(`The pattern is not a regular expression: ${result.problem}.`);
      } catch (error) {
        if (!(error instanceof SandboxTimeoutError || error instanceof SandboxFailureError))
          throw error;
      }
    }
    const matched = names.length === 1 ? `"${names[0]}"` : `some of ${names.length} names`;
    throw new BadDataError(
      `Matching ${matched} with the naming pattern ^${pattern}$ takes too long. Use a simpler ` +
        'pattern.',
    );
  }
}
