import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { dump } from 'js-yaml';

/** A format in which the OpenAPI document is served. */
export type ServedFormat = 'json' | 'yaml';

const inBuild = (name: string): URL => new URL(`../../../../${name}`, import.meta.url);

/** Where the build writes the OpenAPI document for people who review it. */
const DOCUMENT_FILE = inBuild('openapi.json');

/** Where the build writes the files that the service sends. */
export const BUILT: Readonly<Record<ServedFormat, { plain: URL; compressed: URL }>> = {
  json: { plain: inBuild('openapi.min.json'), compressed: inBuild('openapi.min.json.gz') },
  yaml: { plain: inBuild('openapi.yaml'), compressed: inBuild('openapi.yaml.gz') },
};

/** How the files say where the service is. Relative, so that Swagger UI calls its own host. */
export const SERVER: Readonly<Record<ServedFormat, (path: string) => string>> = {
  json: (path) => `"servers":[{"url":"${path}"}]`,
  yaml: (path) => `servers:\n  - url: ${path}\n`,
};

/** Writes all files of the OpenAPI document, as the last step of the build. */
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
