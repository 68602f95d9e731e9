import type { Response } from './http-call.mjs';

export function checkAgainstOpenApi(method: string, url: string, response: Response): void;
