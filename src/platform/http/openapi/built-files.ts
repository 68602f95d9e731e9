/** A document that is served: OpenAPI in two formats, and the schema of flags as code. */
export type ServedFormat = 'json' | 'yaml' | 'schema';

const inBuild = (name: string): URL => new URL(`../../../../${name}`, import.meta.url);

/** Where the build writes the OpenAPI document for people who review it. */
export const DOCUMENT_FILE = inBuild('openapi.json');

/** Where the build writes the files that the service sends. */
export const BUILT: Readonly<Record<ServedFormat, { plain: URL; compressed: URL }>> = {
  json: { plain: inBuild('openapi.min.json'), compressed: inBuild('openapi.min.json.gz') },
  yaml: { plain: inBuild('openapi.yaml'), compressed: inBuild('openapi.yaml.gz') },
  schema: { plain: inBuild('flags.schema.json'), compressed: inBuild('flags.schema.json.gz') },
};

/** How the files say where the service is. Relative, so that Swagger UI calls its own host. */
export const SERVER: Readonly<Record<ServedFormat, (path: string) => string>> = {
  json: (path) => `"servers":[{"url":"${path}"}]`,
  yaml: (path) => `servers:\n  - url: ${path}\n`,
  schema: () => '',
};
