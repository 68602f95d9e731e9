// Runs a compiled program, after a build if sources have changed. Node 22.1 and later keep what
// they compile in .cache, for the next run.
//   node scripts/run.mjs admin/admin.js backup
import { spawnSync } from 'node:child_process';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const BUILD = fileURLToPath(new URL('build.mjs', import.meta.url));
const CACHE = fileURLToPath(new URL('../.cache/node', import.meta.url));

const [node, , name, ...args] = process.argv;
const program = new URL(`../dist/${name}`, import.meta.url);
const { status } = spawnSync(node, [BUILD, '--if-changed'], { stdio: ['ignore', 2, 2] });
if (status !== 0) process.exit(status ?? 1);
module.enableCompileCache?.(CACHE);
// The program reads its arguments as if Node had been started with its file.
process.argv = [node, fileURLToPath(program), ...args];
await import(program.href);
