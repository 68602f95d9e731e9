import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../platform/database/database.js';
import { CallerShare } from '../../platform/database/caller-share.js';
import type { WaitLimits } from '../../platform/database/wait-queue.js';
import { CallerLeftError } from '../../platform/errors/general.errors.js';
import { Semaphore } from '../../platform/database/semaphore.js';
import type { FeatureParams } from '../../flags/feature/feature.dto.js';
import type { FeatureResponse, LifecycleResponse } from '../../flags/feature/feature.response.js';
import type { SegmentResponse } from '../../flags/segment/segment.dto.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import { type DependencyStep, parentsBefore, featureBefore } from './feature-before.js';
import type { FeatureState } from './feature-state.js';
import { type Step, type EnvironmentShown, Steps } from './steps.js';
import {
  HistoryBusyError,
  HistoryIncompleteError,
  HistoryTooLongError,
  TooManyFormerStatesError,
  HistoryNotKeptError,
} from './history.errors.js';
import {
  ENVIRONMENT_HISTORY,
  FEATURE_HISTORY,
  LIST_HISTORY,
  PROJECT_HISTORY,
  SEGMENT_HISTORY,
} from './history.sql.js';
import {
  type FormerFeature,
  type FormerListedFeature,
  listedFeature,
  shownFeature,
  inOrder,
  type Place,
} from './shown-feature.js';
import type { HistoryRow } from './history-steps.sql.js';

/** How far back history goes, and how many events a reading has found. */
interface About {
  isKept: boolean | null;
  keptFrom: string | null;
  completeFrom: number;
  events: number;
}

/** The rows of a reading: the present, and what happened after a moment. */
class HistoryReading {
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
function placesOf(
  feature: FeatureState,
  environments: readonly (EnvironmentShown & { name: string })[],
): Place[] {
  return environments.map((shown) => ({ ...feature.environments[shown.name]!, ...shown }));
}

/** The value of a row. */
function parsed<T>(value: string | null): T {
  return JSON.parse(value!) as T;
}

/** Maximum events of one feature or segment that a request goes back over. */
export const MOST_OF_ONE = 10_000;
/** Maximum events of a project or environment that a request goes back over. */
export const MOST_OF_MANY = 100_000;
/** How many readings of many features run at the same time, and how many wait for them. */
const AT_ONCE = 1;
const WAITING = 10;
/** How many of these one caller may have, running and waiting. */
const PER_CALLER = 3;
const WAIT_MS = 10_000;

/** Rebuilds former states from the present and the events since then (ADR 35). */
@Injectable()
export class HistoryService {
  private readonly large = new Semaphore(AT_ONCE, WAITING, () => new HistoryBusyError());
  private readonly readers = new CallerShare(
    { perCaller: PER_CALLER },
    () => new TooManyFormerStatesError(PER_CALLER),
  );

  constructor(private readonly database: Database) {}

  /** A feature as it was; undefined when the project had no such live feature. */
  async feature(
    at: string,
    { projectId, featureName }: FeatureParams,
    reader: Reader,
  ): Promise<FormerFeature | undefined> {
    const values = [at, featureName, projectId, MOST_OF_ONE] as const;
    const rows = await this.database.longRead(reader, FEATURE_HISTORY, values);
    const reading = await HistoryReading.of(rows, MOST_OF_ONE);
    const possible = [...(reading.memberships.get(projectId) ?? [])];
    const [feature] = await reading.features(possible, (one) => one);
    if (feature?.project !== projectId) return undefined;
    const places = placesOf(feature, reading.environmentsOf(projectId));
    return shownFeature(feature, places, {
      createdBy: creatorOf(feature, reading),
      children: childrenOf(reading),
      lifecycle: stageOf(feature, reading),
    });
  }

  /** The features of a project as they were, as in a list. */
  async list(at: string, projectId: string, reader: Reader): Promise<FormerListedFeature[]> {
    return this.ofProject(LIST_HISTORY, at, projectId, null, reader, listedFeature);
  }

  /** The features of a project that changed since then, and the given ones, as they were. */
  async changed(
    at: string,
    projectId: string,
    names: readonly string[],
    reader: Reader,
  ): Promise<{ names: string[]; features: FormerFeature[] }> {
    const all = new Set(names);
    const features = await this.ofProject(
      PROJECT_HISTORY,
      at,
      projectId,
      names,
      reader,
      (feature, places) => shownFeature(feature, places, ALONE),
      (name) => all.add(name),
    );
    return { names: [...all], features };
  }

  /** A segment as it was; undefined when there was none. */
  async segment(at: string, id: number, reader: Reader): Promise<SegmentResponse | undefined> {
    const rows = await this.database.longRead(reader, SEGMENT_HISTORY, [at, id, MOST_OF_ONE]);
    return (await HistoryReading.of(rows, MOST_OF_ONE)).segments().get(id);
  }

  /**
   * The live features of projects, or all, in one environment, and all segments, as they were.
   * Features of projects that lacked the environment are off and have no strategies.
   */
  async environment<Shown>(
    at: string,
    environment: string,
    projects: readonly string[] | null,
    reader: Reader,
    show: (feature: FeatureState) => Shown,
  ): Promise<{ features: Shown[]; segments: Map<number, SegmentResponse> }> {
    return this.inTurn(reader, async () => {
      const values = [at, environment, projects, MOST_OF_MANY] as const;
      const rows = await this.database.longRead(reader, ENVIRONMENT_HISTORY, values);
      const reading = await HistoryReading.of(rows, MOST_OF_MANY);
      const had = new Map<string, boolean>();
      const features = await reading.features([environment], (feature) => {
        const { project } = feature;
        if (!had.has(project)) had.set(project, reading.environmentsOf(project).length > 0);
        return show(had.get(project) ? feature : { ...feature, environments: {} });
      });
      return { features, segments: reading.segments() };
    });
  }

  private ofProject<Shown>(
    statement: typeof LIST_HISTORY,
    at: string,
    projectId: string,
    names: readonly string[] | null,
    reader: Reader,
    show: (feature: FeatureState, places: ReturnType<typeof placesOf>) => Shown,
    note: (name: string) => unknown = () => undefined,
  ): Promise<Shown[]> {
    return this.inTurn(reader, async () => {
      const values = [at, projectId, names, MOST_OF_MANY] as const;
      const rows = await this.database.longRead(reader, statement, values);
      const reading = await HistoryReading.of(rows, MOST_OF_MANY);
      for (const { name } of reading.of('feature')) note(name!);
      const environments = reading.environmentsOf(projectId);
      const wanted = environments.map(({ name }) => name);
      const features = await reading.features(wanted, (feature) =>
        feature.project === projectId ? [show(feature, placesOf(feature, environments))] : [],
      );
      return features.flat();
    });
  }

  /**
   * Runs a reading of many features when it is its turn.
   * @throws TooManyFormerStatesError when the caller has too many.
   * @throws HistoryBusyError when too many wait, or the wait takes too long.
   */
  private async inTurn<T>(reader: Reader, read: () => Promise<T>): Promise<T> {
    const leave = this.readers.enter(reader.key);
    try {
      return await this.large.run(read, waiting(reader));
    } finally {
      leave();
    }
  }
}

const NOBODY = { id: 0, name: '', imageUrl: '' } as FeatureResponse['createdBy'];
/** For comparisons, which do not show these. */
const ALONE = { createdBy: NOBODY, children: [], lifecycle: { stage: '', enteredStageAt: '' } };

/** The latest stage that the feature had entered, as far as its stages are kept. */
function stageOf({ createdAt }: FeatureState, reading: HistoryReading): LifecycleResponse {
  const [row] = reading.of('stage');
  return row ? parsed(row.value) : { stage: 'initial', enteredStageAt: createdAt };
}

/** How long a reading of many features waits for its turn. */
function waiting({ left }: Reader): WaitLimits {
  return { milliseconds: WAIT_MS, signal: left, left: () => new CallerLeftError() };
}

function creatorOf(
  { createdBy }: FeatureState,
  reading: HistoryReading,
): FeatureResponse['createdBy'] {
  const row = reading.of('user').find(({ name }) => name === String(createdBy));
  return row ? parsed(row.value) : NOBODY;
}

/**
 * The features that depended on the feature.
 * @throws HistoryIncompleteError
 */
function childrenOf(reading: HistoryReading): string[] {
  const parent = reading.of('feature')[0]!.name!;
  const known = new Map<string, boolean>();
  const steps = reading.of('child-step');
  if (steps.length > MOST_OF_ONE) throw new HistoryTooLongError(MOST_OF_ONE);
  for (const { name, value } of steps) {
    const step = parsed<Step & DependencyStep>(value);
    if (step.before === null && reading.steps.isOld(step)) throw new HistoryIncompleteError(step);
    const parents = parentsBefore(step);
    if (parents.has(parent) && !known.has(name!))
      known.set(name!, parents.get(parent) !== undefined);
  }
  const children = reading.of('child').flatMap(({ name }) => (known.has(name!) ? [] : [name!]));
  for (const [name, wasChild] of known) if (wasChild) children.push(name);
  return children.sort();
}
