import type { Response } from 'supertest';

export function checkAgainstOpenApi(method: string, url: string, response: Response): void;
