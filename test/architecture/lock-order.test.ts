import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LockOrder, ranksLockedBy } from '../../src/core/event/lock-order.js';
import { sourceFiles } from './sources.js';

/** Files that build locking clauses, or lock outside of requests' transactions. */
const EXEMPT = {
  'core/event/lock-order.ts': 'names the clauses',
  'core/event/tx.sql.ts': 'lockName is given the rank',
  'core/event/row-locks.ts': 'adds the declaration to the clause',
  'platform/database/migrate.ts': 'locks nothing but the turn to migrate',
};

test('every locking clause declares what it locks', () => {
  const files = sourceFiles().filter((name) => !(name in EXEMPT));
  const undeclared = files.flatMap((file) => {
    const comments = /^\s*(\/\*\*.*\*\/|\/\*\*?$|\*.*|\/\/.*)$/gm;
    try {
      ranksLockedBy(readFileSync(join('src', file), 'utf8').replace(comments, ''));
      return [];
    } catch (error) {
      return [`${file}: ${(error as Error).message}`];
    }
  });

  expect(files.length).toBeGreaterThan(300);
  expect(undeclared).toEqual([]);
});

describe('a transaction', () => {
  test('locks in the lock order', () => {
    const order = new LockOrder();
    order.take('projects', 'share', ['p']);
    order.take('features', 'share', ['a', 'b']);
    order.takeSome(ranksLockedBy('SELECT FROM segment FOR SHARE /* locks segments */'));

    expect(() => order.take('projects', 'share', ['q'])).toThrow(
      'projects are locked after segments. Lock them before, as LOCK_ORDER says.',
    );
    expect(() => order.takeSome(['features'])).toThrow('features are locked after segments.');
  });

  test('may lock again what it has locked, but not more strongly', () => {
    const order = new LockOrder();
    order.take('projects', 'share', ['p']);
    order.take('features', 'noKeyUpdate', ['a', 'b']);
    order.record();

    order.take('projects', 'keyShare', ['p']);
    order.take('features', 'share', ['a']);
    expect(() => order.take('projects', 'update', ['p'])).toThrow(
      '"p" of projects is locked with a stronger mode than before',
    );
  });

  test('locks everything before it records its first event', () => {
    const order = new LockOrder();
    order.take('projects', 'share', ['p']);
    order.record();

    expect(() => order.take('features', 'share', ['a'])).toThrow(
      'features are locked after an event was recorded. Lock them before the first event.',
    );
  });
});

test('a clause declares what it locks, unless it passes over locked rows', () => {
  expect(ranksLockedBy('SELECT FROM feature f FOR NO KEY UPDATE OF f SKIP LOCKED')).toEqual([]);
  expect(ranksLockedBy('SELECT FROM t FOR UPDATE OF t /* locks features */')).toEqual(['features']);
  expect(() => ranksLockedBy('SELECT FROM feature FOR UPDATE')).toThrow(
    '"FOR UPDATE" does not declare what it locks: use tx.lock, or add "/* locks <rank> */".',
  );
  expect(() => ranksLockedBy('SELECT FROM t FOR UPDATE /* locks things */')).toThrow(
    '"FOR UPDATE" does not declare what it locks',
  );
});
