import { isDeepStrictEqual } from 'node:util';
import { BUILT_IN_FIELDS } from '../../flags/context-field/context-field.entity.js';
import type { ConstraintDto } from '../../flags/feature/strategy/strategy.dto.js';
import type { Permission } from '../../platform/http/permission.js';
import type { DesiredStateDto } from './desired-state.dto.js';
import { plainConstraint } from './feature-comparison.js';
import type { PresentThing } from './present-state.js';

/** The kinds besides features, in the order in which they are created and changed. */
export const THING_KINDS = [
  'environment',
  'project',
  'tagType',
  'contextField',
  'segment',
  'tag',
  'role',
] as const;
export type ThingKind = (typeof THING_KINDS)[number];

/** A thing as it is wanted. */
export type DesiredThing = Readonly<Record<string, unknown>>;

interface KindOfThing {
  list: Exclude<keyof DesiredStateDto, 'features'>;
  /** The properties that are compared. */
  properties: readonly string[];
  /** What omitted properties of a new thing are. */
  preset: Readonly<Record<string, unknown>>;
  /** The permission to create, change and delete one of the instance, or of a project. */
  permissions: Record<'create' | 'change' | 'delete', Permission>;
  inProject?: Record<'create' | 'change' | 'delete', Permission>;
}

const all = (permission: Permission): KindOfThing['permissions'] => ({
  create: permission,
  change: permission,
  delete: permission,
});

/** What is to be known of each kind to compare things of it. */
export const KINDS: Readonly<Record<ThingKind, KindOfThing>> = {
  environment: {
    list: 'environments',
    properties: ['type', 'enabled', 'sortOrder'],
    preset: { enabled: true },
    permissions: {
      create: 'CREATE_ENVIRONMENT',
      change: 'UPDATE_ENVIRONMENT',
      delete: 'DELETE_ENVIRONMENT',
    },
  },
  project: {
    list: 'projects',
    properties: [
      ...['name', 'description', 'mode', 'defaultStickiness', 'featureLimit'],
      ...['featureNaming', 'linkTemplates', 'environments'],
    ],
    preset: { mode: 'open', defaultStickiness: 'default', linkTemplates: [] },
    permissions: all('CREATE_PROJECT'),
    inProject: { ...all('UPDATE_PROJECT'), delete: 'DELETE_PROJECT' },
  },
  tagType: {
    list: 'tagTypes',
    properties: ['description', 'icon'],
    preset: {},
    permissions: {
      create: 'CREATE_TAG_TYPE',
      change: 'UPDATE_TAG_TYPE',
      delete: 'DELETE_TAG_TYPE',
    },
  },
  contextField: {
    list: 'contextFields',
    properties: ['description', 'stickiness', 'sortOrder', 'legalValues'],
    preset: { stickiness: false, sortOrder: 10, legalValues: [] },
    permissions: {
      create: 'CREATE_CONTEXT_FIELD',
      change: 'UPDATE_CONTEXT_FIELD',
      delete: 'DELETE_CONTEXT_FIELD',
    },
    inProject: {
      create: 'CREATE_PROJECT_CONTEXT',
      change: 'UPDATE_PROJECT_CONTEXT',
      delete: 'DELETE_PROJECT_CONTEXT',
    },
  },
  segment: {
    list: 'segments',
    properties: ['description', 'project', 'constraints'],
    preset: { constraints: [] },
    permissions: {
      create: 'CREATE_SEGMENT',
      change: 'UPDATE_SEGMENT',
      delete: 'DELETE_SEGMENT',
    },
    inProject: all('UPDATE_PROJECT_SEGMENT'),
  },
  tag: { list: 'tags', properties: [], preset: {}, permissions: all('UPDATE_FEATURE') },
  role: {
    list: 'roles',
    properties: ['description', 'type', 'permissions'],
    preset: { type: 'custom', permissions: [] },
    permissions: all('UPDATE_ROLE'),
  },
};

/** The name of a thing, unique within its kind. */
export function nameOfThing(kind: ThingKind, thing: DesiredThing | PresentThing): string {
  if (kind === 'tag') return `${thing['type'] as string}:${thing['value'] as string}`;
  return (kind === 'project' ? thing['id'] : thing['name']) as string;
}

/** The things of a kind that are wanted. */
export const desiredOf = (kind: ThingKind, state: DesiredStateDto): readonly DesiredThing[] =>
  (state[KINDS[kind].list] ?? []) as readonly object[] as readonly DesiredThing[];

/** The project that a thing belongs to; a project belongs to itself. */
export function projectOfThing(kind: ThingKind, thing: DesiredThing | PresentThing): string | null {
  if (kind === 'project') return thing['id'] as string;
  return (thing['project'] as string | null | undefined) ?? null;
}

/** A property of a thing that is to change. */
export interface ThingDifference {
  field: string;
  before: unknown;
  after: unknown;
}

/** What is to change in a thing, or what a new one has that is not preset. */
export function differencesOfThing(
  kind: ThingKind,
  desired: DesiredThing,
  present: PresentThing | undefined,
): ThingDifference[] {
  const { properties, preset } = KINDS[kind];
  return properties.flatMap((field) => {
    if (desired[field] === undefined) return [];
    const before = comparable(field, present ? presentIn(kind, field, present) : preset[field]);
    const after = comparable(field, desired[field]);
    return isDeepStrictEqual(before, after) ? [] : [{ field, before, after }];
  });
}

/** A property as it is, in the form in which files have it. */
export function presentIn(kind: ThingKind, field: string, present: PresentThing): unknown {
  if (kind !== 'project' || field !== 'environments') return present[field];
  return (present['places'] as { name: string }[]).map(({ name }) => name);
}

/** Why a thing cannot be as it is wanted, as far as names tell. */
export function faultOfThing(
  kind: ThingKind,
  desired: DesiredThing,
  present: PresentThing | undefined,
): string | undefined {
  if (!present)
    return kind === 'project' && !(desired['environments'] as string[] | undefined)?.length
      ? 'List its environments: a new project needs at least one.'
      : undefined;
  if (kind === 'project' && present['isArchived'] === true)
    return 'It is archived. Revive or delete it first.';
  if (kind === 'role' && desired['type'] !== undefined && desired['type'] !== present['type'])
    return `It has the type "${present['type'] as string}", which cannot be changed.`;
  const [was, is] = [present['project'] ?? null, desired['project']];
  if (kind === 'contextField' && is !== undefined && (is ?? null) !== was)
    return 'Its project cannot be changed.';
  return undefined;
}

/** Whether a thing is never deleted by a plan, because every instance has it. */
export const isBuiltIn = (kind: ThingKind, name: string): boolean =>
  (kind === 'contextField' && BUILT_IN_FIELDS.includes(name)) ||
  (kind === 'project' && name === 'default');

/** A value in a form in which equal ones are the same. */
function comparable(field: string, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null;
  switch (field) {
    case 'environments':
      return [...new Set(value as string[])].sort();
    case 'constraints':
      return (value as ConstraintDto[]).map(plainConstraint);
    case 'permissions':
      return grantsOf(value as { name: string; environment?: string | null }[]);
    case 'featureNaming': {
      const { pattern, example, description } = value as Record<string, string | null>;
      if (!pattern) return null;
      return { pattern, example: example ?? null, description: description ?? null };
    }
    case 'linkTemplates':
      return (value as { title?: string | null; urlTemplate: string }[]).map(
        ({ title, urlTemplate }) => ({ title: title || null, urlTemplate }),
      );
    default:
      return JSON.parse(JSON.stringify(value)) as unknown;
  }
}

function grantsOf(grants: readonly { name: string; environment?: string | null }[]): object[] {
  const texts = grants.map(({ name, environment }) =>
    JSON.stringify({ name, ...(environment ? { environment } : {}) }),
  );
  return [...new Set(texts)].sort().map((text) => JSON.parse(text) as object);
}
