import type { Response } from './http-call.mjs';

export function checkAgainstOpenApi(method: string, url: string, response: Response): void;
export function checkRequestAgainstOpenApi(method: string, url: string, body: unknown): void;
