import type {
  ApiTokenRow,
  ApplicationRow,
  ContextFieldRow,
  EnvironmentRow,
  EventRow,
  ProjectRow,
  SegmentRow,
  StrategyDefinitionRow,
  TagTypeRow,
  UserRow,
} from './rows.js';
import type { JsonRow } from './json-row.js';
import { hashOfSecret } from './plain-readers.js';

/** How objects of the API of Unleash become rows. */

export const environmentOf = (row: JsonRow): EnvironmentRow => ({
  name: row.required('name'),
  type: row.text('type') ?? 'production',
  sortOrder: row.number('sortOrder', 9999),
  enabled: row.flag('enabled', true),
  protected: row.flag('protected'),
  createdAt: null,
});

/** @param overview The project with its settings. */
export function projectOf(id: string, listed: JsonRow, overview: JsonRow): ProjectRow {
  const naming = overview.part('featureNaming');
  const pattern = naming.text('pattern');
  const limit = overview.text('featureLimit');
  return {
    id,
    name: overview.text('name') ?? listed.text('name') ?? id,
    description: overview.text('description'),
    mode: overview.text('mode') ?? 'open',
    defaultStickiness: overview.text('defaultStickiness') ?? 'default',
    featureLimit: limit === null ? null : Number(limit),
    featureNaming: pattern
      ? { pattern, example: naming.text('example'), description: naming.text('description') }
      : null,
    linkTemplates: overview.json('linkTemplates', []),
    createdAt: listed.time('createdAt') ?? overview.time('createdAt'),
    updatedAt: overview.time('updatedAt'),
    archivedAt: listed.time('archivedAt'),
    environments: overview.rows('environments').map((one) => ({
      environment: one.required('environment'),
      defaultStrategy: one.json('defaultStrategy', null),
    })),
  };
}

export const tagTypeOf = (row: JsonRow): TagTypeRow => ({
  name: row.required('name'),
  description: row.text('description'),
  icon: row.text('icon'),
  color: row.text('color'),
});

export const contextFieldOf = (row: JsonRow): ContextFieldRow => ({
  name: row.required('name'),
  description: row.text('description'),
  stickiness: row.flag('stickiness'),
  sortOrder: row.number('sortOrder', 10),
  legalValues: row.json('legalValues', []),
  project: row.text('project'),
  createdAt: row.time('createdAt'),
});

export const strategyOf = (row: JsonRow): StrategyDefinitionRow => ({
  name: row.required('name'),
  title: row.text('title'),
  displayName: row.text('displayName'),
  description: row.text('description'),
  parameters: row.json('parameters', []),
  deprecated: row.flag('deprecated'),
  sortOrder: row.number('sortOrder', 9999),
  createdAt: null,
});

export const segmentOf = (row: JsonRow): SegmentRow => ({
  id: row.required('id'),
  name: row.required('name'),
  description: row.text('description'),
  project: row.text('project'),
  constraints: row.json('constraints', []),
  createdBy: row.text('createdBy'),
  createdAt: row.time('createdAt'),
});

export const userOf = (row: JsonRow): UserRow => ({
  id: row.required('id'),
  kind: row.text('accountType') === 'Service Account' ? 'service-account' : 'user',
  name: row.text('name'),
  username: row.text('username'),
  email: row.text('email')?.toLowerCase() ?? null,
  passwordHash: null,
  rootRole: row.text('rootRole'),
  createdAt: row.time('createdAt'),
  seenAt: row.time('seenAt'),
});

/** The row of an API token. Its secret is hashed and not kept. */
export function tokenOf(row: JsonRow): ApiTokenRow {
  const projects = row.texts('projects');
  const environment = row.text('environment');
  return {
    hash: hashOfSecret(row.required('secret')),
    name: row.text('tokenName') ?? row.text('username') ?? 'unknown',
    type: row.required('type').toLowerCase(),
    environment: environment === '*' ? null : environment,
    isForAll: projects.includes('*'),
    projects: projects.filter((one) => one !== '*'),
    alias: row.text('alias'),
    createdBy: null,
    createdAt: row.time('createdAt'),
    expiresAt: row.time('expiresAt'),
    seenAt: row.time('seenAt'),
  };
}

export const applicationOf = (row: JsonRow): ApplicationRow => ({
  name: row.required('appName'),
  createdAt: row.time('createdAt'),
  seenAt: row.time('seenAt') ?? row.time('updatedAt'),
  updatedAt: row.time('updatedAt'),
  createdBy: row.text('createdBy'),
  strategies: row.texts('strategies'),
  description: row.text('description'),
  url: row.text('url'),
  color: row.text('color'),
  icon: row.text('icon'),
  usage: row.rows('usage').flatMap((one) =>
    one.texts('environments').map((environment) => ({
      project: one.required('project'),
      environment,
    })),
  ),
});

export const eventOf = (row: JsonRow): EventRow => ({
  id: row.number('id', 0),
  type: row.required('type'),
  createdAt: row.time('createdAt') ?? '',
  createdBy: row.required('createdBy'),
  createdByUser: row.text('createdByUserId'),
  feature: row.text('featureName'),
  project: row.text('project'),
  environment: row.text('environment'),
  data: row.json('data', null),
  preData: row.json('preData', null),
  tags: row.json('tags', []),
  address: row.text('ip'),
});
