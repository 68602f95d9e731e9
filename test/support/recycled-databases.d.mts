import type { TestDatabase } from './database.js';
export function makeResettable(url: string): Promise<void>;
export function takeDatabase(clone: () => Promise<TestDatabase>): Promise<TestDatabase>;
