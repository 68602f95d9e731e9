import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The parts of an OpenAPI schema that are needed to create valid values. */
export interface Schema {
  $ref?: string;
  type?: string;
  enum?: string[];
  format?: string;
  minLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const document = JSON.parse(readFileSync(path.resolve('openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** Every operation of the service, with the schema of its body as JSON. */
export const OPERATIONS = Object.entries(document.paths).flatMap(([template, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    method: method.toUpperCase(),
    template,
    id: operation.operationId,
    query: (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name),
    /** What is said about the number of entries of a page. */
    pageSize: operation.parameters?.find(({ name }) => name === 'limit')?.schema,
    body: operation.requestBody?.content['application/json']?.schema,
  })),
);

function resolved(schema: Schema): Schema {
  if (schema.$ref) return resolved(document.components.schemas[schema.$ref.split('/').at(-1)!]!);
  const [first] = schema.allOf ?? schema.oneOf ?? [];
  return first
    ? {
        ...resolved(schema.oneOf?.find((one) => one.type === 'array') ?? first),
        ...(schema.properties ? schema : {}),
      }
    : schema;
}

/** Whether a schema contains a list, or an object whose property names the caller chooses. */
export function hasLists(schema: Schema, depth = 0): boolean {
  const { type, properties = {}, additionalProperties } = resolved(schema);
  if (type === 'array' || (additionalProperties && Object.keys(properties).length === 0))
    return true;
  return depth < 6 && Object.values(properties).some((one) => hasLists(one, depth + 1));
}

/**
 * A value that is valid for a schema, with the given list or map wherever the schema allows one.
 */
export function filled(
  schema: Schema,
  list: (items: Schema) => unknown,
  map: () => unknown,
  depth = 0,
): unknown {
  const it = resolved(schema);
  if (it.type === 'array') return list(it.items ?? {});
  if (it.type === 'object' || it.properties) {
    const entries = Object.entries(it.properties ?? {});
    if (entries.length === 0) return map();
    const sent = entries.filter(
      ([name, one]) => it.required?.includes(name) || (depth < 4 && hasLists(one)),
    );
    return Object.fromEntries(sent.map(([name, one]) => [name, filled(one, list, map, depth + 1)]));
  }
  if (it.enum) return it.enum[0];
  if (it.type === 'integer' || it.type === 'number') return it.minimum ?? 1;
  if (it.type === 'boolean') return false;
  return it.format === 'date-time'
    ? '2030-01-31T12:00:00Z'
    : 'x'.repeat(Math.max(3, it.minLength ?? 0));
}

const sample = (schema: Schema, list: unknown = []): unknown =>
  filled(
    schema,
    () => list,
    () => ({}),
  );
const times = <T>(count: number, item: T): T[] => Array<T>(count).fill(item);
const names = (count: number, value: unknown): object =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, value]));
/** As many items as fit into a body of 90 kB. */
const fitting = (item: unknown): unknown[] =>
  times(Math.ceil(90_000 / (JSON.stringify(item).length + 1)), item);
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

/** Lists and maps that no client needs, by description. */
export const HOSTILE: Record<string, [list: (items: Schema) => unknown, map: () => unknown]> = {
  'as many empty objects as a body holds': [() => times(30_000, {}), () => names(7_000, {})],
  'many empty objects': [() => times(14_000, {}), () => names(900, {})],
  'many empty lists and zeros': [() => times(9_000, [[], 0]).flat(), () => names(900, [])],
  'one text many times': [() => times(14_000, 'abc'), () => names(900, 'abc')],
  'as many as are allowed, none as it should be': [() => times(999, {}), () => names(999, {})],
  'many that are as they should be': [(items) => fitting(sample(items)), () => names(900, 'abc')],
  'lists within lists': [
    (items) => fitting(sample(items, times(50, {}))),
    () => ({ a: times(14_000, {}) }),
  ],
  'a long text': [() => ['x'.repeat(90_000)], () => ({ ['x'.repeat(40_000)]: 'x'.repeat(40_000) })],
  'many levels': [() => nested(60), () => ({ a: nested(60) })],
};
