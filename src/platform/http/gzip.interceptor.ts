import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { mergeMap, type Observable } from 'rxjs';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { takesGzip } from './tagged.js';

const compress = promisify(gzip);
/** Characters; compressing shorter bodies would save no packet. */
const SHORTEST = 1_400;
/** Characters; longer bodies would keep a thread from other work. */
const LONGEST = 262_144;
/** Bodies compressed at the same time; further ones are sent as they are. */
const AT_ONCE = 2;
let running = 0;

/** JSON in gzip, as a handler's response. */
export class GzippedJson {
  constructor(private readonly body: Buffer) {}

  send(response: Response): void {
    response.set('Content-Encoding', 'gzip').send(this.body);
  }
}

/**
 * Compresses the JSON text of a handler for callers that accept gzip. A page of a list shrinks to a
 * tenth, which a phone on a slow network otherwise waits for.
 */
@Injectable()
export class GzipInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { headers } = context.switchToHttp().getRequest<Request>();
    return takesGzip(headers) ? next.handle().pipe(mergeMap(compressed)) : next.handle();
  }
}

async function compressed(body: unknown): Promise<unknown> {
  if (typeof body !== 'string' || body.length < SHORTEST || body.length > LONGEST) return body;
  if (running >= AT_ONCE) return body;
  running++;
  try {
    return new GzippedJson(await compress(body));
  } finally {
    running--;
  }
}
