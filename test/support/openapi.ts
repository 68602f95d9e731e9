import path from 'node:path';
import type { Response } from 'supertest';

declare const loadOutside: (file: string) => unknown;

interface Check {
  checkAgainstOpenApi(method: string, url: string, response: Response): void;
}

const outside = loadOutside(path.resolve('test/support/openapi-check.mjs')) as Check;

/**
 * Throws when an answer is not what the committed OpenAPI document promises: its status, its kind
 * of body, every property.
 */
export function checkAgainstOpenApi(method: string, url: string, response: Response): void {
  try {
    outside.checkAgainstOpenApi(method, url, response);
  } catch (error) {
    // supertest ignores what is not an `Error` of the test's own realm
    throw new Error((error as Error).message);
  }
}
