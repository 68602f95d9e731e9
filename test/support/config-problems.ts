import { loadConfig } from '../../src/platform/config/load-config.js';
import { ConfigError } from '../../src/platform/config/read-environment.js';

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
