import { Injectable } from '@nestjs/common';
import { Commits } from '../../core/event/commits.js';
import { recentlyUsed } from '../../platform/memory/recently-used.js';

/** The longest JSON of a small feature; PostgreSQL reads it in a few milliseconds. */
const SMALL_LENGTH = 32 * 1024;
/** Upper bound on remembered names. */
const MAX_NAMES = 20_000;
/** The events of a feature after which it is as small as before. */
const HARMLESS: ReadonlySet<string> = new Set([
  'feature-created',
  'feature-environment-enabled',
  'feature-environment-disabled',
]);

/**
 * Remembers which features may be large: those that were when they were read, and those changed
 * since then. Their reads do not use connections that callers share, where they would hold up
 * others. A feature that this instance does not know yet counts as small, since nearly all are.
 */
@Injectable()
export class SmallFeatures {
  private readonly doubtful = recentlyUsed<true>(MAX_NAMES);

  constructor(commits: Commits) {
    commits.listen((events) => {
      for (const event of events) {
        const { type, featureName = undefined } = 'featureName' in event ? event : { type: '' };
        if (featureName !== undefined && !HARMLESS.has(type)) this.doubtful.set(featureName, true);
      }
    });
  }

  /** Whether the feature is small, as far as known. */
  has(featureName: string): boolean {
    return !this.doubtful.has(featureName);
  }

  /** Takes note of a feature that was read. */
  note(featureName: string, { length }: string): void {
    if (length > SMALL_LENGTH) this.doubtful.set(featureName, true);
    else this.doubtful.delete(featureName);
  }
}
