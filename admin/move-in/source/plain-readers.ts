import { createHash } from 'node:crypto';
import type { Rows } from './rows.js';
import { JsonRow } from './json-row.js';

/** Reads one kind from one table. */
interface PlainReader<Row> {
  table: string;
  /** Filter and order. */
  rest: string;
  read(row: JsonRow): Row;
}

/** The kinds that are rows of a single table. */
export type PlainKind =
  | 'environments'
  | 'tagTypes'
  | 'tags'
  | 'contextFields'
  | 'strategies'
  | 'segments'
  | 'dependencies'
  | 'instances'
  | 'metrics'
  | 'variantMetrics'
  | 'personalTokens';

export const hashOfSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex');

/** The first table that a version has, by kind, and how its rows are read. */
export const PLAIN_READERS: { readonly [K in PlainKind]: PlainReader<Rows[K]> } = {
  environments: {
    table: 'environments',
    rest: 'ORDER BY t.name',
    read: (row) => ({
      name: row.required('name'),
      type: row.text('type') ?? 'production',
      sortOrder: row.number('sort_order', 9999),
      enabled: row.flag('enabled', true),
      protected: row.flag('protected'),
      createdAt: row.time('created_at'),
    }),
  },
  tagTypes: {
    table: 'tag_types',
    rest: 'ORDER BY t.name',
    read: (row) => ({
      name: row.required('name'),
      description: row.text('description'),
      icon: row.text('icon'),
      color: row.text('color'),
    }),
  },
  tags: {
    table: 'tags',
    rest: 'ORDER BY t.type, t.value',
    read: (row) => ({ type: row.required('type'), value: row.required('value') }),
  },
  contextFields: {
    table: 'context_fields',
    rest: 'ORDER BY t.name',
    read: (row) => ({
      name: row.required('name'),
      description: row.text('description'),
      stickiness: row.flag('stickiness'),
      sortOrder: row.number('sort_order', 10),
      legalValues: legalValuesOf(row.json('legal_values', [])),
      project: row.text('project'),
      createdAt: row.time('created_at'),
    }),
  },
  strategies: {
    table: 'strategies',
    rest: 'ORDER BY t.name',
    read: (row) => ({
      name: row.required('name'),
      title: row.text('title'),
      displayName: row.text('display_name'),
      description: row.text('description'),
      parameters: row.json('parameters', []),
      deprecated: row.flag('deprecated'),
      sortOrder: row.number('sort_order', 9999),
      createdAt: row.time('created_at'),
    }),
  },
  segments: {
    table: 'segments',
    rest: 'ORDER BY t.id',
    read: (row) => ({
      id: row.required('id'),
      name: row.required('name'),
      description: row.text('description'),
      project: row.text('segment_project_id'),
      constraints: row.json('constraints', []),
      createdBy: row.text('created_by'),
      createdAt: row.time('created_at'),
    }),
  },
  dependencies: {
    table: 'dependent_features',
    rest: 'ORDER BY t.child, t.parent',
    read: (row) => ({
      child: row.required('child'),
      parent: row.required('parent'),
      enabled: row.flag('enabled', true),
      variants: row.json('variants', null) === null ? null : row.texts('variants'),
    }),
  },
  instances: {
    table: 'client_instances',
    rest: 'ORDER BY t.app_name, t.environment, t.instance_id',
    read: (row) => ({
      application: row.required('app_name'),
      environment: row.text('environment') ?? 'default',
      instance: row.required('instance_id'),
      sdkVersion: row.text('sdk_version'),
      address: row.text('client_ip'),
      createdAt: row.time('created_at'),
      seenAt: row.time('last_seen'),
    }),
  },
  metrics: {
    table: 'client_metrics_env',
    rest: 'ORDER BY t.timestamp, t.feature_name, t.environment, t.app_name',
    read: (row) => ({ ...usageOf(row), yes: row.number('yes', 0), no: row.number('no', 0) }),
  },
  variantMetrics: {
    table: 'client_metrics_env_variants',
    rest: 'ORDER BY t.timestamp, t.feature_name, t.environment, t.app_name, t.variant',
    read: (row) => ({
      ...usageOf(row),
      variant: row.required('variant'),
      count: row.number('count', 0),
    }),
  },
  personalTokens: {
    table: 'personal_access_tokens',
    rest: 'ORDER BY t.user_id, t.description',
    read: (row) => ({
      hash: hashOfSecret(row.required('secret')),
      user: row.required('user_id'),
      description: row.required('description'),
      createdAt: row.time('created_at'),
      expiresAt: row.time('expires_at'),
      seenAt: row.time('seen_at'),
    }),
  },
};

function usageOf(row: JsonRow): {
  feature: string;
  application: string;
  environment: string;
  hour: string;
} {
  return {
    feature: row.required('feature_name'),
    application: row.required('app_name'),
    environment: row.required('environment'),
    hour: row.time('timestamp') ?? '',
  };
}

/** Legal values were once a text with commas. */
function legalValuesOf(values: unknown): unknown {
  if (!Array.isArray(values)) return [];
  return values.map((one: unknown) => (typeof one === 'string' ? { value: one } : one));
}
