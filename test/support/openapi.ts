import path from 'node:path';
import type { Response } from 'supertest';

declare const loadOutside: (file: string) => unknown;

interface Check {
  /** Throws when an answer is not what the committed OpenAPI document promises: its status, its kind of body, every property. */
  checkAgainstOpenApi(method: string, url: string, response: Response): void;
}

export const { checkAgainstOpenApi } = loadOutside(path.resolve('test/support/openapi-check.mjs')) as Check;
