import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Commits } from '../event/commits.js';

/** The longest JSON of a small feature; PostgreSQL reads it in a few milliseconds. */
const SMALL_LENGTH = 32 * 1024;
/** Upper bound on remembered names. */
const MAX_NAMES = 20_000;
/** The events of a feature after which it is as small as before. */
const SWITCHED: ReadonlySet<string> = new Set([
  'feature-environment-enabled',
  'feature-environment-disabled',
]);

/**
 * Remembers which features are small. Only their reads use connections that callers share, where
 * reading a large feature would hold up others. A feature counts as large until it has been read.
 */
@Injectable()
export class SmallFeatures {
  private readonly names = new LRUCache<string, true>({ max: MAX_NAMES });

  constructor(commits: Commits) {
    commits.listen((events) => {
      for (const event of events) {
        const { type, featureName = undefined } = 'featureName' in event ? event : { type: '' };
        if (featureName !== undefined && !SWITCHED.has(type)) this.names.delete(featureName);
      }
    });
  }

  /** Whether the feature is small. False until it has been read. */
  has(featureName: string): boolean {
    return this.names.has(featureName);
  }

  /** Takes note of a feature that was read. */
  note(featureName: string, { length }: string): void {
    if (length > SMALL_LENGTH) this.names.delete(featureName);
    else if (!this.names.has(featureName)) this.names.set(featureName, true);
  }
}
