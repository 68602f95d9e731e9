import type { OpenAPIObject } from '@nestjs/swagger';
import { ETAG, REFUSALS } from '../endpoint.js';

interface Response {
  description: string;
  headers?: object;
  content?: Record<string, object>;
}

interface Operation {
  parameters?: { name: string; in: string }[];
  responses: Record<string, Response>;
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the response that the caller already has.',
  schema: { type: 'string' },
} as const;
const UNCHANGED = {
  description: 'Unchanged since the response whose `ETag` was sent in `If-None-Match`.',
  headers: ETAG,
};
const INVALID = {
  description: REFUSALS[400]!,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorResponse' } } },
};
const STREAM = 'text/event-stream';

/**
 * Adds the responses that do not depend on the operation: 304 to every GET, and 400 wherever the
 * path has parameters, because a parameter can be encoded wrongly.
 */
export function addGeneralResponses(document: OpenAPIObject): void {
  for (const item of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(item) as [string, Operation][]) {
      if (operation.parameters?.some((one) => one.in === 'path'))
        operation.responses['400'] ??= INVALID;
      if (method === 'get') addUnchanged(operation);
    }
  }
}

function addUnchanged(operation: Operation): void {
  const success = operation.responses['200'];
  if (!success || success.content?.[STREAM] || operation.responses['304']) return;
  success.headers = { ...success.headers, ...ETAG };
  operation.parameters = [...(operation.parameters ?? []), IF_NONE_MATCH];
  operation.responses['304'] = UNCHANGED;
}
