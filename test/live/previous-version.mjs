import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** @param {string[]} args */
export const git = (...args) =>
  execFileSync('git', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

/**
 * The version before this one: the last tag before the present commit, or, as long as there is
 * none, the commit before the one that added the newest migration.
 */
export function previousVersion() {
  try {
    return git('describe', '--tags', '--abbrev=0', 'HEAD^');
  } catch {
    const [newest] = git('ls-files', 'migrations/[0-9]*.ts').split('\n').sort().reverse();
    return `${git('log', '--follow', '--diff-filter=A', '--format=%H', '-1', '--', newest)}^`;
  }
}

/**
 * Builds a commit in a new folder.
 * @param {string} commit
 * @returns {string}
 */
export function buildOf(commit) {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'previous-')), 'version');
  git('worktree', 'add', '--detach', folder, commit);
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: 'inherit' });
  return folder;
}

/**
 * Removes what {@link buildOf} made.
 * @param {string} folder
 */
export function removeBuild(folder) {
  git('worktree', 'remove', '--force', folder);
  rmSync(path.dirname(folder), { recursive: true, force: true });
}
