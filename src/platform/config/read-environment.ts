import { readFileSync } from 'node:fs';
import { otherNames } from './setting-names.js';

/** Some environment variables are invalid; the message has a line for each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((p) => `  ${p}`).join('\n')}`);
  }
}

/** Kubernetes sets `HTTP_PORT=tcp://10.0.0.1:80` for a service that is called `http`. */
const OF_KUBERNETES = /^tcp:\/\/[\d.]+:\d+$/;

/** Reads variables and collects errors. An empty variable counts as unset. */
export class Reader {
  readonly problems: string[] = [];
  /** Names of all settings that were read. */
  private readonly names = new Set<string>();

  constructor(private readonly env: NodeJS.ProcessEnv) {}

  /** A text without surrounding blanks; undefined when unset. */
  text(name: string): string | undefined {
    this.names.add(name);
    const text = this.env[name]?.trim() || undefined;
    return text && OF_KUBERNETES.test(text) ? undefined : text;
  }

  /** The text of the file that a variable names. */
  file(name: string): string | undefined {
    const path = this.text(name);
    try {
      return path === undefined ? undefined : readFileSync(path, 'utf8').trim();
    } catch {
      this.refuse(name, 'the path of a file that can be read');
      return undefined;
    }
  }

  /**
   * What to tell operators about variables that are no settings. To be read last.
   * @param isStrict Whether misspelt ones are problems.
   */
  warnings(isStrict: boolean): string[] {
    const { misspelt, withoutMeaning } = otherNames(this.env, this.names);
    if (isStrict) for (const problem of misspelt) this.problems.push(problem);
    const list = withoutMeaning.join(', ');
    return [
      ...misspelt,
      ...(list ? [`Settings of Unleash that change nothing here: ${list}.`] : []),
    ];
  }

  /** Reports an invalid variable, without its value, which may be secret. */
  refuse(name: string, wanted: string): void {
    this.problems.push(`${name} must be ${wanted}.`);
  }

  /** An integer within a range. */
  whole(name: string, preset: number, range: { min: number; max: number }): number {
    const text = this.text(name);
    if (text === undefined) return preset;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= range.min && value <= range.max) return value;
    this.refuse(name, `a whole number from ${range.min} to ${range.max}`);
    return preset;
  }

  /** A boolean: `true` or `false`. */
  flag(name: string, preset: boolean): boolean {
    return this.oneOf(name, String(preset), ['true', 'false']) === 'true';
  }

  /** One of several values. */
  oneOf<T extends string>(name: string, preset: T, values: readonly T[]): T {
    const text = this.text(name);
    if (text === undefined) return preset;
    const value = values.find((v) => v === text.toLowerCase());
    if (value === undefined) this.refuse(name, `one of ${values.join(', ')}`);
    return value ?? preset;
  }

  /** A text that matches a pattern; `wanted` describes valid values. */
  matching<T extends string | undefined>(
    name: string,
    preset: T,
    pattern: RegExp,
    wanted: string,
  ): T | string {
    const text = this.text(name);
    if (text === undefined) return preset;
    if (!pattern.test(text)) this.refuse(name, wanted);
    return text;
  }

  /** The texts of a comma-separated list; empty when unset. */
  list(name: string): string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  }
}

/**
 * Builds a frozen value from the environment.
 * @throws ConfigError with all errors.
 */
export function readEnvironment<T extends object>(
  env: NodeJS.ProcessEnv,
  build: (read: Reader) => T,
): T {
  const reader = new Reader(env);
  const built = build(reader);
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return freeze(built);
}

function freeze<T extends object>(value: T): T {
  for (const part of Object.values(value))
    if (part !== null && typeof part === 'object') freeze(part);
  return Object.freeze(value);
}
