// In JavaScript, so that it is loaded once for all files of a worker (see loader.mjs): making the
// validators takes longer than most tests.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

const document = JSON.parse(readFileSync(path.resolve('openapi.json'), 'utf8'));
// Components are compiled once, not into each schema that refers to them.
const ajv = new Ajv({ strict: false, allErrors: true, inlineRefs: false });
addFormats.default(ajv);
ajv.addSchema(closed({ $id: 'document', components: document.components }));

const routes = Object.entries(document.paths).map(([template, operations]) => ({
  operations,
  // fixed segments take precedence over parameters, in the same order as routes
  parameters: template.split('{').length,
  pattern: new RegExp(
    `^${template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}/?$`,
    'i',
  ),
}));
routes.sort((a, b) => a.parameters - b.parameters);
/** By the schema, and by its text, since most of the 2,500 documented responses share one. */
const validators = new Map();

/**
 * Throws when a response differs from the committed OpenAPI document in its status, content type or
 * any property.
 */
export function checkAgainstOpenApi(method, url, response) {
  const operation = operationOf(method, url);
  if (!operation) return; // a path without a route: the test itself checks the response
  const promised = operation.responses[String(response.status)];
  const name = `${operation.operationId} ${response.status}`;
  if (!promised) throw new Error(`${name} is not documented: ${response.text}`);
  if (response.type !== 'application/json' && promised.content?.[response.type]) return;
  const schema = promised.content?.['application/json']?.schema;
  if (!schema) {
    if (!promised.content && response.text)
      throw new Error(`${name} is documented to have no body, but has: ${response.text}`);
    return;
  }
  // a preview has a body; the change itself has one only if a guard warns
  if (promised['x-usually-without-body'] && !url.includes('dryRun=true') && !response.text) return;
  const validate = validatorOf(schema);
  if (!validate(response.body))
    throw new Error(
      `${name} is not as documented: ${ajv.errorsText(validate.errors)}\n${response.text.slice(0, 2000)}`,
    );
}

/**
 * Throws when the body of a request, as an object, is not what the committed OpenAPI document
 * demands.
 */
export function checkRequestAgainstOpenApi(method, url, body) {
  const operation = operationOf(method, url);
  const schema = operation?.requestBody?.content['application/json']?.schema;
  if (!schema) return;
  const validate = validatorOf(schema);
  if (!validate(body))
    throw new Error(
      `${operation.operationId} refuses this body: ${ajv.errorsText(validate.errors)}\n` +
        JSON.stringify(body),
    );
}

function operationOf(method, url) {
  const pathname = url.split('?')[0];
  return routes.find((r) => r.pattern.test(pathname) && r.operations[method])?.operations[method];
}

function validatorOf(schema) {
  const known = validators.get(schema);
  if (known) return known;
  const text = JSON.stringify(schema);
  const validate = validators.get(text) ?? ajv.compile(absolute(closed(schema)));
  validators.set(schema, validate);
  validators.set(text, validate);
  return validate;
}

/** The same schema for ajv, in which properties that it does not name are errors. */
function closed(schema) {
  if (Array.isArray(schema)) return schema.map(closed);
  if (schema === null || typeof schema !== 'object') return schema;
  const parts = Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [key, closed(part)]),
  );
  // ajv does not know how OpenAPI 3.0 makes a reference nullable
  if (parts.nullable && parts.allOf)
    return { anyOf: [{ type: 'null' }, { ...parts, nullable: undefined }] };
  const isObject =
    parts['type'] === 'object' && parts.properties && parts.additionalProperties === undefined;
  return isObject ? { ...parts, additionalProperties: false } : parts;
}

function absolute(schema) {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components'));
}
