import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { dump } from 'js-yaml';
import { BUILT, DOCUMENT_FILE, SERVER, type ServedFormat } from './built-files.js';

/** Writes all files of the OpenAPI document, as a step of the build. */
export async function writeOpenApiFiles(document: object): Promise<void> {
  await writeFile(DOCUMENT_FILE, `${JSON.stringify(document, null, 2)}\n`);
  await write('json', JSON.stringify(document));
  await write('yaml', dump(document, { noRefs: true }));
}

async function write(format: ServedFormat, text: string): Promise<void> {
  if (!text.includes(SERVER[format]('/')))
    throw new Error(`The document as ${format} does not say where the service is.`);
  await writeFile(BUILT[format].plain, text);
  await writeFile(BUILT[format].compressed, gzipSync(text, { level: 9 }));
}
