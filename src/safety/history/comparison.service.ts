import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { KnownProjects } from '../../core/auth/known-projects.js';
import type { Reader } from '../../platform/database/database.js';
import { BadDataError } from '../../platform/errors/general.errors.js';
import type { FeatureParams } from '../../flags/feature/feature.dto.js';
import { notFound } from '../../flags/feature/feature.read-model.js';
import { noProject } from '../../flags/project/project-lock.js';
import { noSegment } from '../../flags/segment/segment.read-model.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import { comparable, differencesOf, pointerTo } from './differences.js';
import type { ComparisonQuery } from './history.dto.js';
import type { ComparisonResponse, DifferenceResponse } from './history.response.js';
import { HistoryService } from './history.service.js';
import { momentOf } from './moment.js';
import type { FormerFeature } from './shown-feature.js';

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
