import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { ExceedsLimitError, NotFoundError } from '../../platform/errors/general.errors.js';
import { toJson } from '../../platform/http/json.js';
import { inParts, type JsonList } from '../../platform/http/json-list.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import { LIST_NAMES, READ_STATE } from './as-code.sql.js';
import { type CodeFeatureDto, DesiredStateDto, MAX_ITEMS } from './desired-state.dto.js';
import { comparableStrategies, type ComparableStrategy } from './feature-comparison.js';
import { type PresentFeature, type PresentState, stateOf } from './present-state.js';
import { seesRoles } from './requirements.js';
import { KINDS, nameOfThing, presentIn, THING_KINDS, type ThingKind } from './things.js';

/** No folder has this label. */
const NOBODY = '';

/** Describes what is, in the form in which files describe what is wanted. */
@Injectable()
export class CodeExportService {
  constructor(private readonly database: Database) {}

  /**
   * Describes everything that the caller can see, or one project with what belongs to it.
   * @throws NotFoundError when there is no such project.
   * @throws ExceedsLimitError when there are more features than a plan can have.
   */
  async export(
    project: string | undefined,
    caller: Caller,
    reader: Reader,
  ): Promise<JsonList<DesiredStateDto>> {
    const { features, ...others } = await this.describe(project, caller, reader);
    return features ? inParts({ ...others, features }, 'features') : toJson(others);
  }

  /**
   * As {@link export}, for use in the service.
   * @throws errors of {@link export}.
   */
  async describe(
    project: string | undefined,
    caller: Caller,
    reader: Reader,
  ): Promise<DesiredStateDto> {
    const sees = seesRoles(caller);
    const values = [project ?? null, caller.hiddenProjects, MAX_ITEMS.features + 1] as const;
    const [found] = await this.database.runFor(reader, LIST_NAMES, [...values]);
    if (project !== undefined && found!.names.project.length === 0)
      throw new NotFoundError(`There is no project "${project}".`);
    if (found!.names.feature.length > MAX_ITEMS.features)
      throw new ExceedsLimitError(
        `There are more than ${MAX_ITEMS.features} features. Export one project after the other.`,
      );
    const rows = await this.database.runFor(reader, READ_STATE, [
      JSON.stringify(found!.names),
      NOBODY,
      caller.hiddenProjects,
      sees,
    ]);
    return describe(await stateOf(rows));
  }
}

async function describe(state: PresentState): Promise<DesiredStateDto> {
  const slice = new TimeSlice();
  const described: Record<string, object[]> = {};
  for (const kind of THING_KINDS) described[KINDS[kind].list] = thingsOf(kind, state);
  described['features'] = await slice.map(
    [...state.features.values()].filter(({ isArchived }) => !isArchived),
    (feature) => featureOf(feature, state),
  );
  return Object.fromEntries(
    Object.entries(described).filter(([, items]) => items.length > 0),
  ) as DesiredStateDto;
}

function thingsOf(kind: ThingKind, { things }: PresentState): object[] {
  const identity = kind === 'tag' ? ['type', 'value'] : [kind === 'project' ? 'id' : 'name'];
  return [...things]
    .filter(([key]) => key.startsWith(`${kind} `))
    .map(([, thing]) => thing)
    .filter((thing) => thing['isArchived'] !== true && nameOfThing(kind, thing) !== '')
    .map((thing) => {
      const further = kind === 'contextField' ? ['project'] : [];
      const fields = [...identity, ...further, ...KINDS[kind].properties];
      return Object.fromEntries(fields.map((field) => [field, presentIn(kind, field, thing)]));
    });
}

function featureOf(feature: PresentFeature, state: PresentState): CodeFeatureDto {
  const { name, project, type, description, stale, impressionData, tags, links } = feature;
  const owner = state.projects.get(project)!;
  return {
    ...{ name, project, type, description, stale, impressionData, tags },
    links: links.map(({ url, title }) => ({ url, title })),
    payloadSchema: feature.payloadSchema,
    dependencies: feature.dependencies,
    environments: feature.environments.map((place) => {
      const isPlanned = place.strategies.some(({ milestoneId }) => milestoneId !== undefined);
      const strategies = comparableStrategies(place, state.segments, name, owner).map(briefly);
      const { enabled, variants } = place;
      return { name: place.name, enabled, ...(isPlanned ? {} : { strategies }), variants };
    }),
  } as CodeFeatureDto;
}

/** A strategy without properties that have their default. */
function briefly(strategy: ComparableStrategy): object {
  const entries = Object.entries({
    ...strategy,
    constraints: strategy.constraints.map(
      (constraint) =>
        Object.fromEntries(
          Object.entries(constraint).filter(([, value]) => !isEmpty(value)),
        ) as object,
    ),
  });
  return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value)));
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === false || (Array.isArray(value) && value.length === 0);
