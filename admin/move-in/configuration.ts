import { UpdateContextFieldDto } from '../../src/flags/context-field/context-field.dto.js';
import { repairedConstraints, repairedVariants } from '../../src/flags/feature/repairs.js';
import { ServedStrategyDto } from '../../src/flags/feature/strategy/served.dto.js';
import { ListOf } from '../../src/platform/http/validation/shape.decorators.js';
import { LinkTemplateDto } from '../../src/flags/project/project.dto.js';
import { SegmentDto } from '../../src/flags/segment/segment.dto.js';
import { CreateStrategyDefinitionDto } from '../../src/flags/strategy-definition/strategy-definition.dto.js';
import { checked, faultOfName, faultOfTag, keptId } from './checks.js';
import {
  adoptBy,
  findBy,
  type KeyedMoves,
  type MoveContext,
  nameOf,
  type Prepared,
  refusedOr,
  writeBy,
} from './context.js';
import { type NumberedTable, type WithId, writeNumbered } from './given-ids.js';
import type { ProjectRow } from './source/rows.js';
import * as Sql from './target/configuration.sql.js';
import * as Existing from './target/existing.sql.js';

const MODES = ['open', 'protected', 'private'];
const BUILT_IN_FIELDS = new Set(['environment', 'userId', 'appName', 'currentTime', 'sessionId']);
const BUILT_IN_STRATEGIES = new Set([
  'default',
  'flexibleRollout',
  'userWithId',
  'remoteAddress',
  'applicationHostname',
]);

const SEGMENT: NumberedTable = {
  name: 'segment',
  taken: Existing.TAKEN_SEGMENTS,
  insert: Sql.INSERT_SEGMENTS,
};

/** How environments, projects and what features refer to are moved. */
export const CONFIGURATION: Pick<
  KeyedMoves,
  'environments' | 'projects' | 'tagTypes' | 'tags' | 'contextFields' | 'strategies' | 'segments'
> = {
  environments: {
    keyOf: nameOf,
    find: findBy(Existing.FIND_ENVIRONMENTS, nameOf),
    isBuiltIn: ({ name }) => ['default', 'development', 'production'].includes(name),
    prepare: (row) => refusedOr(faultOfName(row.name), row),
    write: writeBy(Sql.INSERT_ENVIRONMENTS),
    adopt: adoptBy(Sql.ADOPT_ENVIRONMENTS),
  },
  projects: {
    keyOf: ({ id }) => id,
    find: findBy(Existing.FIND_PROJECTS, ({ id }) => id),
    isBuiltIn: ({ id }) => id === 'default',
    prepare: projectOf,
    write: async (query, rows) => {
      const written = await writeBy(Sql.INSERT_PROJECTS)(query, rows);
      const places = rows.flatMap((row) => placesOf(row as ProjectRow, written));
      await query(Sql.INSERT_PROJECT_ENVIRONMENTS, [JSON.stringify(places)]);
      return written;
    },
    adopt: async (query, rows) => {
      const adopted = await adoptBy(Sql.ADOPT_PROJECTS)(query, rows);
      // A project that exists gets the environments that its features are in.
      const all = new Map(rows.map((row) => [(row as ProjectRow).id, '']));
      const places = rows.flatMap((row) => placesOf(row as ProjectRow, all));
      await query(Sql.INSERT_PROJECT_ENVIRONMENTS, [JSON.stringify(places)]);
      return adopted;
    },
  },
  tagTypes: {
    keyOf: nameOf,
    find: findBy(Existing.FIND_TAG_TYPES, nameOf),
    isBuiltIn: ({ name }) => name === 'simple',
    prepare: (row) => refusedOr(faultOfTag(row.name), row),
    write: writeBy(Sql.INSERT_TAG_TYPES),
  },
  tags: {
    keyOf: ({ type, value }) => `${type}:${value}`,
    find: findBy(Existing.FIND_TAGS, ({ type, value }) => `${type}:${value}`),
    prepare: (row) => refusedOr(faultOfTag(row.type) ?? faultOfTag(row.value), row),
    write: writeBy(Sql.INSERT_TAGS),
  },
  contextFields: {
    keyOf: nameOf,
    find: findBy(Existing.FIND_CONTEXT_FIELDS, nameOf),
    isBuiltIn: ({ name }) => BUILT_IN_FIELDS.has(name),
    prepare: async (row, { references }) => {
      if (row.project !== null && !references.get('projects', row.project))
        return { refused: `its project "${row.project}" was not moved` };
      const { legalValues, description } = row;
      const found = await checked(UpdateContextFieldDto, { legalValues, description });
      const fault = faultOfName(row.name) ?? ('fault' in found ? found.fault : undefined);
      return refusedOr(fault, row);
    },
    write: writeBy(Sql.INSERT_CONTEXT_FIELDS),
    adopt: adoptBy(Sql.ADOPT_CONTEXT_FIELDS),
  },
  strategies: {
    keyOf: nameOf,
    find: findBy(Existing.FIND_STRATEGIES, nameOf),
    isBuiltIn: ({ name }) => BUILT_IN_STRATEGIES.has(name),
    prepare: async (row) => {
      const { name, title, description, parameters } = row;
      const found = await checked(CreateStrategyDefinitionDto, {
        name,
        title,
        description,
        parameters,
      });
      return refusedOr('fault' in found ? found.fault : undefined, row);
    },
    write: writeBy(Sql.INSERT_STRATEGIES),
  },
  segments: {
    keyOf: ({ id }) => id,
    nameOf,
    find: findBy(Existing.FIND_SEGMENTS, nameOf),
    prepare: async (row, { references }) => {
      const { name, description, project, constraints } = row;
      if (project !== null && !references.get('projects', project))
        return { refused: `its project "${project}" was not moved` };
      const repairs = new Set<string>();
      const repaired = repairedConstraints(constraints, (repair) => repairs.add(repair));
      const segment = { name, description, project, constraints: repaired };
      const found = await checked(SegmentDto, segment);
      if ('fault' in found) return { refused: found.fault };
      return {
        row: { ...row, id: keptId(row.id), constraints: found.value.constraints },
        notes: [...repairs].map((repair) => `${name}: ${repair}`),
      };
    },
    write: async (query, rows) =>
      (await writeNumbered(query, SEGMENT, rows as PreparedSegment[])).written,
  },
};

type PreparedSegment = WithId & { name: string };

function placesOf({ id, environments }: ProjectRow, among: ReadonlyMap<string, string>): object[] {
  if (!among.has(id)) return [];
  return environments.map((place) => ({ project: id, ...place }));
}

async function projectOf(
  row: ProjectRow,
  { references, defaultSegments }: MoveContext,
): Promise<Prepared> {
  const fault = faultOfName(row.id);
  if (fault !== undefined) return { refused: fault.replace('its name', 'its id') };
  const notes: string[] = [];
  const environments: ProjectRow['environments'] = [];
  for (const { environment, defaultStrategy } of row.environments) {
    if (!references.get('environments', environment)) continue;
    const strategy = await defaultStrategyOf(defaultStrategy, (repair) =>
      notes.push(`${row.id}: ${repair}`),
    );
    if (strategy && 'fault' in strategy)
      notes.push(`${row.id}: without its default strategy in ${environment}: ${strategy.fault}`);
    const given: Partial<ServedStrategyDto> = strategy && 'value' in strategy ? strategy.value : {};
    const { segments = [], ...value } = given;
    for (const segment of segments)
      defaultSegments.push({ project: row.id, environment, segment: String(segment) });
    const isGiven = strategy !== null && 'value' in strategy;
    environments.push({ environment, defaultStrategy: isGiven ? value : null });
  }
  const mode = MODES.includes(row.mode) ? row.mode : 'private';
  if (mode !== row.mode)
    notes.push(`${row.id}: its mode "${row.mode}" is unknown, so it is private`);
  const linkTemplates = await linkTemplatesOf(row, notes);
  const featureLimit = row.featureLimit !== null && row.featureLimit > 0 ? row.featureLimit : null;
  return { row: { ...row, mode, environments, linkTemplates, featureLimit }, notes };
}

async function defaultStrategyOf(
  strategy: unknown,
  report: (repair: string) => unknown,
): Promise<{ value: ServedStrategyDto } | { fault: string } | null> {
  if (typeof strategy !== 'object' || strategy === null) return null;
  const { constraints, variants, ...rest } = strategy as Record<string, unknown>;
  return checked(ServedStrategyDto, {
    ...rest,
    constraints: repairedConstraints(constraints, report),
    variants: repairedVariants(variants, report),
  });
}

/** The settings of projects whose content is checked. */
class LinkTemplates {
  @ListOf(() => LinkTemplateDto)
  templates: LinkTemplateDto[];
}

async function linkTemplatesOf(row: ProjectRow, notes: string[]): Promise<LinkTemplateDto[]> {
  const found = await checked(LinkTemplates, { templates: row.linkTemplates ?? [] });
  if (!('fault' in found)) return found.value.templates;
  notes.push(`${row.id}: without its link templates: ${found.fault}`);
  return [];
}
