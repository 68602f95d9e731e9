import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { compiledPath } from '../../bench/server.mjs';
import { ENVIRONMENT } from './writers.mjs';

const LOOK_EVERY_MS = 5;

/**
 * Runs a command of the administration; aborting `signal` ends it.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} [secret]
 * @param {AbortSignal} [signal]
 * @param {'SIGTERM' | 'SIGKILL'} [killSignal]
 * @returns {Promise<{ code: number | null, output: string, exposed: string[] }>} `exposed`: command
 * lines of other processes that had the secret in them meanwhile.
 */
export function admin(args, environment, secret, signal, killSignal) {
  const child = spawn(...commandOf(args, environment['FILE_BYTES']), {
    signal,
    killSignal,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ENCRYPTION_KEY: ENVIRONMENT.ENCRYPTION_KEY,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  child.on('error', () => {}); // The signal has ended it.
  const exposed = new Set();
  const look = setInterval(() => {
    if (secret !== undefined) for (const line of commandLines(secret)) exposed.add(line);
  }, LOOK_EVERY_MS);
  return new Promise((resolve) =>
    child.once('close', (code) => {
      clearInterval(look);
      resolve({ code, output, exposed: [...exposed] });
    }),
  );
}

/** With `fileBytes`, no file can become larger, as on a full disk. */
function commandOf(args, fileBytes) {
  const command = [process.execPath, compiledPath('admin/admin.js'), ...args];
  if (fileBytes === undefined) return [command[0], command.slice(1)];
  const limited = `ulimit -f ${Math.floor(Number(fileBytes) / 512)}; exec "$@"`;
  return ['sh', ['-c', limited, 'sh', ...command]];
}

/**
 * Command lines of all processes that contain a text.
 * @param {string} text
 */
function commandLines(text) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return ''; // It has ended.
      }
    })
    .filter((line) => line.includes(text));
}
