import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { dump } from 'js-yaml';
import { BUILT, DOCUMENT_FILE, type ServedFormat, SERVER } from './built-files.js';

/** Writes the files of the OpenAPI document, and the schema of flags as code, during the build. */
export async function writeOpenApiFiles(document: object): Promise<void> {
  await writeFile(DOCUMENT_FILE, `${JSON.stringify(document, null, 2)}\n`);
  await write('json', JSON.stringify(document));
  await write('yaml', dump(document, { noRefs: true }));
  await write('schema', JSON.stringify(flagsSchemaOf(document), null, 2));
}

async function write(format: ServedFormat, text: string): Promise<void> {
  if (!text.includes(SERVER[format]('/')))
    throw new Error(`The document as ${format} does not say where the service is.`);
  await writeFile(BUILT[format].plain, text);
  await writeFile(BUILT[format].compressed, gzipSync(text, { level: 9 }));
}

type Schema = Readonly<Record<string, unknown>>;

interface Document {
  components?: { schemas?: Readonly<Record<string, object>> };
}

const ROOT = 'DesiredStateDto';
const REFERENCE = '#/components/schemas/';

/**
 * The JSON Schema of files of flags as code, for editors: made of the schemas of the operation that
 * plans, so that both are always the same.
 */
function flagsSchemaOf(document: Document): object {
  const all = document.components?.schemas ?? {};
  const defs = new Map<string, Schema>();
  const add = (name: string): void => {
    if (defs.has(name)) return;
    defs.set(name, {});
    defs.set(name, converted(all[name] as Schema, add));
  };
  const { properties, ...root } = converted(all[ROOT] as Schema, add);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Flags as code',
    ...root,
    properties: {
      owner: { type: 'string', description: 'Label of the folder, in one of its files.' },
      ...(properties as object),
    },
    $defs: Object.fromEntries(defs),
  };
}

/** A schema of OpenAPI 3.0 as one of JSON Schema. Objects have no other properties. */
function converted(schema: Schema, add: (name: string) => void): Schema {
  const { nullable, $ref, properties, items, allOf, type, ...rest } = schema;
  const inner = (part: unknown): Schema => converted(part as Schema, add);
  if (typeof $ref === 'string') {
    const name = $ref.slice(REFERENCE.length);
    add(name);
    return { ...rest, $ref: `#/$defs/${name}` };
  }
  const plain = {
    ...rest,
    ...(type === undefined ? {} : { type: nullable ? [type, 'null'] : type }),
    ...(items === undefined ? {} : { items: inner(items) }),
  };
  if (Array.isArray(allOf)) {
    const parts = allOf.map(inner);
    return nullable
      ? { ...plain, anyOf: [...parts, { type: 'null' }] }
      : { ...plain, allOf: parts };
  }
  if (properties === undefined) return plain;
  const entries = Object.entries(properties as object).map(([key, part]) => [key, inner(part)]);
  return {
    ...plain,
    properties: Object.fromEntries(entries) as object,
    additionalProperties: false,
  };
}
