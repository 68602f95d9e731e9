/** A JSON Schema, as far as it decides types. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Json[];
  oneOf?: Json[];
  allOf?: Json[];
  properties?: Record<string, Json>;
  required?: string[];
  additionalProperties?: Json;
  prefixItems?: Json[];
  items?: Json;
  description?: string;
}
type Json = Schema | boolean;

/** The type of JSON that nothing is known about; `@openfeature/core` exports it. */
export const ANYTHING = 'JsonValue';
/** References within references that are followed: a schema can refer to itself. */
const MAX_REFERENCES = 8;

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/**
 * The TypeScript type of what a schema allows. It never excludes what the schema allows; lengths,
 * ranges and patterns have no types.
 */
export function typeOfSchema(schema: object): string {
  return typeOf(schema, { root: schema, references: 0, indent: '  ' });
}

/** A text as one line that cannot end its comment, as anybody can write one. */
export function commentOf(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replaceAll('*/', '* /')
    .trim();
}

interface Place {
  readonly root: object;
  readonly references: number;
  readonly indent: string;
}

function typeOf(schema: Json | undefined, place: Place): string {
  if (schema === undefined || schema === true) return ANYTHING;
  if (schema === false) return 'never';
  const { $ref, anyOf, oneOf, allOf } = schema;
  const parts = [
    ownTypeOf(schema, place),
    ...($ref === undefined ? [] : [referredBy($ref, place)]),
    ...[anyOf, oneOf].flatMap((some) =>
      some ? [unionOf(some.map((one) => typeOf(one, place)))] : [],
    ),
    ...(allOf ?? []).map((one) => typeOf(one, place)),
  ].filter((part) => part !== ANYTHING);
  if (parts.length === 0) return ANYTHING;
  const [only] = parts;
  return parts.length === 1 ? only! : parts.map(inBrackets).join(' & ');
}

/** The type by the keywords that are no combinations. */
function ownTypeOf(schema: Schema, place: Place): string {
  if ('const' in schema) return literalOf(schema.const);
  if (Array.isArray(schema.enum)) return unionOf(schema.enum.map(literalOf));
  const { type } = schema;
  const types = type === undefined ? impliedBy(schema) : [type].flat();
  return types.length === 0 ? ANYTHING : unionOf(types.map((one) => typeNamed(one, schema, place)));
}

/** An object without a type may be anything else as well, so properties alone say little. */
function impliedBy({ properties, required }: Schema): string[] {
  return properties && required ? ['object'] : [];
}

function typeNamed(type: string, schema: Schema, place: Place): string {
  if (type === 'array') return arrayOf(schema, place);
  if (type === 'object') return objectOf(schema, place);
  return PLAIN[type] ?? ANYTHING;
}

function arrayOf({ prefixItems, items }: Schema, place: Place): string {
  if (!prefixItems) return `${inBrackets(typeOf(items, place))}[]`;
  const first = prefixItems.map((one) => `${inBrackets(typeOf(one, place))}?`);
  const rest = items === false ? [] : [`...${inBrackets(typeOf(items, place))}[]`];
  return `[${[...first, ...rest].join(', ')}]`;
}

function objectOf(
  { properties = {}, required = [], additionalProperties }: Schema,
  place: Place,
): string {
  const inner = { ...place, indent: `${place.indent}  ` };
  const lines = Object.entries(properties).flatMap(([name, one]) => {
    const description = typeof one === 'object' ? one.description : undefined;
    const mark = required.includes(name) ? '' : '?';
    return [
      ...(description ? [`${inner.indent}/** ${commentOf(description)} */`] : []),
      `${inner.indent}${JSON.stringify(name)}${mark}: ${typeOf(one, inner)};`,
    ];
  });
  // An index signature would have to allow all properties that are named.
  if (lines.length === 0) return `Record<string, ${typeOf(additionalProperties, place)}>`;
  return ['{', ...lines, `${place.indent}}`].join('\n');
}

function referredBy(ref: string, place: Place): string {
  if (place.references === MAX_REFERENCES || !/^#\//.test(ref)) return ANYTHING;
  let value: unknown = place.root;
  for (const part of decodeURIComponent(ref).slice(2).split('/'))
    value = (value as Record<string, unknown> | undefined)?.[
      part.replaceAll('~1', '/').replaceAll('~0', '~')
    ];
  return typeOf(value as Json | undefined, { ...place, references: place.references + 1 });
}

/** Texts, numbers, true, false and null are types of their own; objects and lists are not. */
function literalOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? ANYTHING : JSON.stringify(value);
}

function unionOf(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  return distinct.includes(ANYTHING) ? ANYTHING : distinct.join(' | ');
}

function inBrackets(type: string): string {
  return / [|&] /.test(type) ? `(${type})` : type;
}
