import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../../core/auth/caller/caller.js';
import { KnownProjects } from '../../core/auth/known-projects.js';
import type { FeatureParams } from '../../flags/feature/feature.dto.js';
import { notFound } from '../../flags/feature/feature.read-model.js';
import { noProject } from '../../core/event/live-project.js';
import { noSegment } from '../../flags/segment/segment.read-model.js';
import type { Reader } from '../../platform/database/database.js';
import { BadDataError } from '../../platform/errors/general.errors.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import type { ComparisonQuery, ComparisonResponse, DifferenceResponse } from './history.dto.js';
import { HistoryService } from './history.service.js';
import { momentOf } from './moment.js';
import type { FormerFeature } from './shown-feature.js';

/**
 * The differences between two states. One that is there only at one moment is added or removed as a
 * whole; so are lists of texts and numbers replaced, since one value more moves all after it.
 * @param path Where the states are, as a JSON pointer.
 */
export function differencesOf(before: unknown, after: unknown, path = ''): DifferenceResponse[] {
  const differences: DifferenceResponse[] = [];
  collect(before, after, path, differences);
  return differences;
}

function collect(
  before: unknown,
  after: unknown,
  path: string,
  differences: DifferenceResponse[],
): void {
  if (before === undefined && after === undefined) return;
  if (before === undefined) return void differences.push({ op: 'add', path, after });
  if (after === undefined) return void differences.push({ op: 'remove', path, before });
  const [former, later] = [partsOf(before), partsOf(after)];
  if (former && later && Array.isArray(former) === Array.isArray(later))
    for (const name of new Set([...Object.keys(former), ...Object.keys(later)]))
      collect(former[name], later[name], path + pointerTo(name), differences);
  else if (!isDeepStrictEqual(before, after))
    differences.push({ op: 'replace', path, before, after });
}

/** An object, or a list of objects, whose parts are compared one by one; undefined otherwise. */
function partsOf(state: unknown): Record<string, unknown> | undefined {
  const hasParts = Array.isArray(state)
    ? state.every((one) => typeof one === 'object')
    : typeof state === 'object' && state !== null;
  return hasParts ? (state as Record<string, unknown>) : undefined;
}

/** A feature with objects instead of lists, so that the paths of differences name their place. */
function comparable(feature: FormerFeature): object {
  const { name, type, description, stale, impressionData, createdAt } = feature;
  const { environments, tags, dependencies, children, links = [] } = feature;
  return {
    ...{ name, type, description, stale, impressionData, createdAt },
    environments: keyed(
      environments,
      ({ name: environment }) => environment,
      (environment) => ({
        ...{ enabled: environment.enabled, type: environment.type },
        variants: keyed(environment.variants, (variant) => variant.name, whole),
        strategies: keyed(environment.strategies, ({ id }) => id, whole),
      }),
    ),
    tags: keyed(tags, (tag) => `${tag.type}:${tag.value}`, whole),
    links: keyed(links, ({ id }) => id, whole),
    dependencies: keyed(dependencies, (dependency) => dependency.feature, whole),
    ...(children
      ? {
          children: keyed(
            children,
            (child) => child,
            () => true,
          ),
        }
      : {}),
  };
}

function keyed<Item, Value>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  valueOf: (item: Item) => Value,
): Record<string, Value> {
  return Object.fromEntries(items.map((item) => [keyOf(item), valueOf(item)]));
}

function whole<Item>(item: Item): Item {
  return item;
}

/** A name as part of a JSON pointer. */
function pointerTo(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Two moments, as shown and as read: without an end, all of the present is read. */
interface Period {
  shown: { from: string; to: string };
  from: string;
  to: string;
}

/** Compares two states of the same thing. */
@Injectable()
export class ComparisonService {
  constructor(
    private readonly history: HistoryService,
    private readonly projects: KnownProjects,
  ) {}

  /**
   * The differences of a feature. One that was archived or deleted counts as absent.
   * @throws NotFoundError when it was absent at both moments.
   */
  async feature(
    at: FeatureParams,
    query: ComparisonQuery,
    reader: Reader,
  ): Promise<ComparisonResponse> {
    const period = periodOf(query);
    const before = await this.history.feature(period.from, at, reader);
    const after = await this.history.feature(period.to, at, reader);
    if (!before && !after) throw notFound(at);
    return { ...period.shown, differences: differencesOf(visible(before), visible(after)) };
  }

  /**
   * The differences of all features of a project.
   * @throws NotFoundError when the project does not exist.
   */
  async project(
    projectId: string,
    query: ComparisonQuery,
    reader: Reader,
  ): Promise<ComparisonResponse> {
    const period = periodOf(query);
    if (!(await this.projects.has(projectId))) throw noProject(projectId);
    const former = await this.history.changed(period.from, projectId, [], reader);
    const later = await this.history.changed(period.to, projectId, former.names, reader);
    const before = new Map(former.features.map((feature) => [feature.name, feature]));
    const after = new Map(later.features.map((feature) => [feature.name, feature]));
    const differences: DifferenceResponse[] = [];
    await new TimeSlice().forEach(former.names.sort(), (name) => {
      const [one, other] = [visible(before.get(name)), visible(after.get(name))];
      for (const difference of differencesOf(one, other, pointerTo(name)))
        differences.push(difference);
    });
    return { ...period.shown, differences };
  }

  /**
   * The differences of a segment.
   * @throws NotFoundError when it was absent at both moments, or belongs to a hidden project.
   */
  async segment(
    id: number,
    query: ComparisonQuery,
    caller: Caller,
    reader: Reader,
  ): Promise<ComparisonResponse> {
    const period = periodOf(query);
    const before = await this.history.segment(period.from, id, reader);
    const after = await this.history.segment(period.to, id, reader);
    const isHidden = [before, after].some((one) => one?.project && !caller.sees(one.project));
    if ((!before && !after) || isHidden) throw noSegment(id);
    return { ...period.shown, differences: differencesOf(before, after) };
  }
}

/** @throws BadDataError when a moment is invalid, or they are in the wrong order. */
function periodOf({ from, to }: ComparisonQuery): Period {
  const shown = {
    from: momentOf('from', from),
    to: to === undefined ? new Date().toISOString() : momentOf('to', to),
  };
  if (Date.parse(shown.from) > Date.parse(shown.to))
    throw new BadDataError('The query parameter "from" must not be later than "to".');
  return { shown, from: shown.from, to: to === undefined ? 'infinity' : shown.to };
}

function visible(feature: FormerFeature | undefined): object | undefined {
  return feature && comparable(feature);
}
