import { loadConfig } from '../../src/platform/config/load-config.js';

/** The names of all variables that the service reads. */
export function knownVariables(): Set<string> {
  const names = new Set<string>();
  loadConfig(
    new Proxy({}, { get: (_, name) => void names.add(String(name)) }) as NodeJS.ProcessEnv,
  );
  return names;
}
