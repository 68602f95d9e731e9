import { HistoryIncompleteError } from './history.errors.js';
import type { StoredEvent } from '../../core/event/event.types.js';

/** An event after the moment, or a part that it removed. */
export interface Step {
  /** Id of the event. */
  id: number;
  type: StoredEvent['type'];
  /** Whether it is a removed part; `before` is what was removed. */
  isPart: boolean;
  createdAt: string | null;
  featureName: string | null;
  project: string | null;
  environment: string | null;
  /** Distinguishes events of one type about the same feature and environment. */
  subject: string;
  data: unknown;
  before: unknown;
}

/**
 * What a change says was before it.
 * @throws HistoryIncompleteError when it does not say, as some events moved in from Unleash.
 */
export function saidBefore<T>(step: Step): T {
  if (step.before === null) throw new HistoryIncompleteError(step);
  return step.before as T;
}

/** A feature whose environments are rebuilt. */
export interface Rebuilt {
  project: string;
  /** The steps of the feature until it was deleted, in order. */
  own: readonly Step[];
  /** Id of the event that deleted it; infinite if none did. */
  end: number;
}

/** An environment, as far as features show it. */
export interface EnvironmentShown {
  type: string;
  sortOrder: number;
}

/**
 * What happened after a moment: of each type and subject the first event, which alone tells what
 * was before (ADR 35).
 */
export class Steps {
  private readonly byFeature = new Map<string, Step[]>();
  /** Steps that concern many features. */
  readonly shared: Step[] = [];

  /** @param completeFrom The first event whose removed parts are kept. */
  constructor(
    steps: readonly Step[],
    private readonly completeFrom: number,
  ) {
    const sorted = [...steps].sort((a, b) => a.id - b.id);
    for (const step of sorted) {
      const { featureName } = step;
      if (featureName === null) this.shared.push(step);
      else if (this.byFeature.has(featureName)) this.byFeature.get(featureName)!.push(step);
      else this.byFeature.set(featureName, [step]);
    }
  }

  /** The steps of a feature, in the order in which they happened. */
  of(featureName: string): readonly Step[] {
    return this.byFeature.get(featureName) ?? [];
  }

  /** Whether an event was recorded by an earlier version, which kept no removed parts. */
  isOld({ id }: Step): boolean {
    return id < this.completeFrom;
  }

  /** The first event that created or deleted an environment. */
  endOf(environment: string): Step | undefined {
    return this.shared.find(
      (step) =>
        !step.isPart &&
        step.environment === environment &&
        (step.type === 'environment-created' || step.type === 'environment-deleted'),
    );
  }

  /** Environments that an earlier version deleted without keeping which projects had them. */
  get deletedWithoutPlaces(): string[] {
    return this.shared.flatMap((step) =>
      step.type === 'environment-deleted' && !step.isPart && this.isOld(step)
        ? [step.environment!]
        : [],
    );
  }

  /**
   * Whether a project had an environment.
   * @throws HistoryIncompleteError
   */
  hadEnvironment(project: string, environment: string, hasNow: boolean): boolean {
    for (const step of this.shared) {
      const isHere = step.project === project && step.environment === environment;
      const answer = this.membershipBefore(step, isHere, project, environment);
      if (answer !== undefined) return answer;
    }
    return hasNow;
  }

  private membershipBefore(
    step: Step,
    isHere: boolean,
    project: string,
    environment: string,
  ): boolean | undefined {
    if (step.isPart && isHere)
      return step.type === 'environment-deleted' || step.type === 'project-deleted' || undefined;
    if (step.isPart) return undefined;
    if (isHere && step.type === 'project-environment-added') return false;
    if (isHere && step.type === 'project-environment-removed') return true;
    if (step.type === 'project-created' && step.project === project) return false;
    if (step.type === 'environment-created' && step.environment === environment) return false;
    const isEnd =
      (step.type === 'project-deleted' && step.project === project) ||
      (step.type === 'environment-deleted' && step.environment === environment);
    if (isEnd && this.isOld(step)) throw new HistoryIncompleteError(step);
    return undefined;
  }

  /** The type and position of an environment; undefined when there was none. */
  environment(name: string, now: EnvironmentShown | undefined): EnvironmentShown | undefined {
    const first = this.shared.find(
      (step) => !step.isPart && step.environment === name && step.type.startsWith('environment-'),
    );
    if (first?.type === 'environment-created') return undefined;
    return first ? saidBefore<EnvironmentShown>(first) : now;
  }
}
