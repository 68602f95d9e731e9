import type { Config } from './config.js';
import { loadConfig } from './load-config.js';
import type { Terminal } from './program.js';

/**
 * The configuration of a command, which prints what is wrong with the names of variables.
 * @throws ConfigError
 */
export function configOf({ environment, err }: Pick<Terminal, 'environment' | 'err'>): Config {
  const config = loadConfig(environment);
  for (const warning of config.warnings) err.write(`${warning}\n`);
  return config;
}
