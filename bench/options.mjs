import { parseArgs } from 'node:util';
import { SIZES } from './sizes.mjs';

/**
 * Reads the options of the command line; `--help` lists them with their defaults.
 * @template {Record<string, { type: 'string' | 'boolean', default?: string | boolean }>} T
 * @param {T} options
 */
export function readOptions(options) {
  const known = {
    size: { type: 'string', default: 'both' },
    ...options,
    help: { type: 'boolean', default: false },
  };
  const { values } = parseArgs({ options: known });
  if (values.help) {
    for (const [name, { type, default: preset }] of Object.entries(known))
      console.log(`--${name}${type === 'string' ? ` (${preset ?? 'unset'})` : ''}`);
    process.exit(0);
  }
  const sizes = values.size === 'both' ? Object.values(SIZES) : [SIZES[String(values.size)]];
  if (sizes.includes(undefined))
    throw new Error(`--size is small, large or both, not ${values.size}.`);
  return { ...values, sizes };
}

/**
 * Runs a program; an error is printed and makes it end with status 1.
 * @param {() => Promise<void>} program
 */
export function main(program) {
  program().catch((error) => {
    console.error(process.env.DEBUG ? error : `Failed: ${error.message}`);
    process.exitCode = 1;
  });
}
