import { readFileSync } from 'node:fs';
import path from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { createConfig, lint } from '@redocly/openapi-core';
import type { OpenAPIV3 } from 'openapi-types';

/** Two independent tools validate the committed OpenAPI document: client generators need it. */
const FILE = path.resolve('openapi.json');
const document = JSON.parse(readFileSync(FILE, 'utf8')) as OpenAPIV3.Document;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const operations = Object.values(document.paths).flatMap((item) =>
  METHODS.flatMap((method) => item?.[method] ?? []),
);

test('swagger-parser finds the document valid', async () => {
  await expect(SwaggerParser.validate(FILE)).resolves.toMatchObject({ openapi: '3.0.0' });
});

test('the linter of Redocly finds no fault in the document', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // The reference has such paths, and Nest tries routes in their order.
      'no-ambiguous-paths': 'off',
      // Single sign-on only responds with redirects.
      'operation-2xx-response': 'off',
      'operation-4xx-response': 'off',
      'info-license': 'off',
    },
  });
  const problems = await lint({ ref: FILE, config });
  expect(
    problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
  ).toEqual([]);
});

test('every schema with properties says that it is an object, without which strict tools refuse it', () => {
  const untyped = (node: unknown, at: string): string[] =>
    typeof node !== 'object' || node === null
      ? []
      : [
          ...(Array.isArray((node as { required?: unknown }).required) && !('type' in node)
            ? [at]
            : []),
          ...Object.entries(node).flatMap(([key, value]) => untyped(value, `${at}/${key}`)),
        ];
  expect(untyped(document.components?.schemas, '')).toEqual([]);
});

test('every operation has a summary and a description of its own', () => {
  const bare = operations.filter(({ summary, description }) => !summary || !description);
  expect(bare.map(({ operationId }) => operationId)).toEqual([]);
});

test('every tag is described, and used', () => {
  const used = new Set(operations.flatMap(({ tags = [] }) => tags));
  const described = (document.tags ?? []).filter(({ description }) => description);
  expect(described.map(({ name }) => name).sort()).toEqual([...used].sort());
});
