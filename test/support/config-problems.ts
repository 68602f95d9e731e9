import { loadConfig } from '../../src/config/load-config.js';
import { ConfigError } from '../../src/config/read-environment.js';

/** What is wrong with an environment. */
export function problemsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}
