// Generates the types of the console's API client from the OpenAPI document, if they are outdated.
//   node scripts/console-types.mjs [DOCUMENT]    openapi.json by default
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TYPES = `${ROOT}console/src/api/schema.d.ts`;

/** Writes the types of a document to {@link TYPES}. */
export async function writeConsoleTypes(document) {
  const text = readFileSync(document, 'utf8');
  const mark = `// Generated from openapi.json ${createHash('sha256').update(text).digest('hex')}\n`;
  if (readTypes().startsWith(mark)) return;
  const types = astToString(await openapiTS(pathToFileURL(resolve(document))));
  writeFileSync(TYPES, `${mark}/* eslint-disable */\n${types}`);
}

function readTypes() {
  try {
    return readFileSync(TYPES, 'utf8');
  } catch {
    return '';
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeConsoleTypes(process.argv[2] ?? `${ROOT}openapi.json`);
