import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { dump } from 'js-yaml';
import { flagsSchemaOf } from './flags-schema.js';
import { BUILT, DOCUMENT_FILE, SERVER, type ServedFormat } from './built-files.js';

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
