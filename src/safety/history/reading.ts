import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import type { SegmentResponse } from '../../flags/segment/segment.dto.js';
import { featureBefore } from './feature-before.js';
import type { FeatureState } from './feature-state.js';
import { HistoryNotKeptError, HistoryTooLongError } from './history.errors.js';
import type { HistoryRow } from './history-steps.sql.js';
import { inOrder, type Place } from './shown-feature.js';
import { type EnvironmentShown, type Step, Steps } from './steps.js';

/** How far back history goes, and how many events a reading has found. */
interface About {
  isKept: boolean | null;
  keptFrom: string | null;
  completeFrom: number;
  events: number;
}

/** The rows of a reading: the present, and what happened after a moment. */
export class HistoryReading {
  private readonly rows: ReadonlyMap<string, readonly HistoryRow[]>;
  readonly steps: Steps;
  private readonly environments: ReadonlyMap<string, EnvironmentShown>;

  private constructor(rows: Map<string, HistoryRow[]>, steps: Steps) {
    this.rows = rows;
    this.steps = steps;
    this.environments = new Map(
      (rows.get('environment') ?? []).map(({ name, value }) => [name!, parsed(value)]),
    );
  }

  /**
   * @param most The maximum number of events.
   * @throws HistoryNotKeptError when the moment is before the kept history.
   * @throws HistoryTooLongError
   */
  static async of(rows: readonly HistoryRow[], most: number): Promise<HistoryReading> {
    const byKind = new Map<string, HistoryRow[]>();
    for (const row of rows)
      if (byKind.has(row.kind)) byKind.get(row.kind)!.push(row);
      else byKind.set(row.kind, [row]);
    const about = parsed<About>(byKind.get('about')![0]!.value);
    if (!about.isKept) throw new HistoryNotKeptError(about.keptFrom);
    if (about.events > most) throw new HistoryTooLongError(most);
    const found = byKind.get('step') ?? [];
    const steps = await new TimeSlice().map(found, ({ value }) => parsed<Step>(value));
    return new HistoryReading(byKind, new Steps(steps, about.completeFrom));
  }

  of(kind: string): readonly HistoryRow[] {
    return this.rows.get(kind) ?? [];
  }

  /** The environments that projects have or had, with these projects. */
  get memberships(): ReadonlyMap<string, ReadonlySet<string>> {
    const projects = new Map<string, Set<string>>();
    const add = (project: string, environment: string): unknown =>
      projects.get(project)?.add(environment) ?? projects.set(project, new Set([environment]));
    for (const { name, value } of this.of('member')) add(name!, parsed(value));
    for (const { project, environment } of this.steps.shared)
      if (project !== null && environment !== null) add(project, environment);
    return projects;
  }

  /**
   * The environments that a project had, in order.
   * @throws HistoryIncompleteError
   */
  environmentsOf(project: string): (EnvironmentShown & { name: string })[] {
    const now = new Set(
      this.of('member')
        .filter(({ name }) => name === project)
        .map(({ value }) => parsed<string>(value)),
    );
    const possible = this.memberships.get(project) ?? [];
    return inOrder(
      [...new Set([...possible, ...this.steps.deletedWithoutPlaces])].flatMap((name) => {
        if (!this.steps.hadEnvironment(project, name, now.has(name))) return [];
        const shown = this.steps.environment(name, this.environments.get(name));
        return shown ? [{ name, type: shown.type, sortOrder: shown.sortOrder }] : [];
      }),
    );
  }

  /**
   * The features that there were, in the order of their names. Each is rebuilt, shown and released
   * before the next, since all of an environment would take much memory.
   * @param environments The environments to rebuild.
   */
  async features<Shown>(
    environments: readonly string[],
    show: (feature: FeatureState) => Shown,
  ): Promise<Shown[]> {
    const found: Shown[] = [];
    await new TimeSlice().forEach(this.of('feature'), (row) => {
      const now = row.value === null ? null : parsed<FeatureState>(row.value);
      row.value = null;
      const feature = featureBefore(row.name!, now, environments, this.steps);
      if (feature) found.push(show(feature));
    });
    return found;
  }

  /** The segments that there were, by id. */
  segments(): Map<number, SegmentResponse> {
    const segments = new Map(
      this.of('segment').map(({ name, value }) => [Number(name), parsed<SegmentResponse>(value)]),
    );
    const seen = new Set<string>();
    for (const { type, isPart, subject, before } of this.steps.shared) {
      if (isPart || !type.startsWith('segment-') || subject === '' || seen.has(subject)) continue;
      seen.add(subject);
      if (type === 'segment-created') segments.delete(Number(subject));
      else segments.set(Number(subject), before as SegmentResponse);
    }
    return segments;
  }
}

/** The environments of a project with the state of a feature in each. */
export function placesOf(
  feature: FeatureState,
  environments: readonly (EnvironmentShown & { name: string })[],
): Place[] {
  return environments.map((shown) => ({ ...feature.environments[shown.name]!, ...shown }));
}

/** The value of a row. */
export function parsed<T>(value: string | null): T {
  return JSON.parse(value!) as T;
}
