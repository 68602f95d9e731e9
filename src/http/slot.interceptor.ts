import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { finalize, type Observable, tap } from 'rxjs';
import type { Cost } from './cost.js';
import { JsonParts } from './json.js';

/** A request that may have to wait for a slot. */
export interface SlotRequest {
  /**
   * Waits for a free slot.
   * @returns Releases it.
   */
  enterSlot?: () => Promise<() => void>;
  /** What it costs its caller. */
  cost?: Cost;
  /** Identifies the caller whose share it uses. */
  callerKey?: string;
  /** Releases the memory reserved for the body, after the handler has ended. */
  releaseBody?: () => void;
}

/**
 * Runs an expensive handler when its caller has a free slot, and holds the slot until the handler
 * has ended, even when the caller disconnects, because the work continues. A response in parts
 * holds it until the last part is sent. The quota guard defines the slots.
 */
@Injectable()
export class SlotInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<SlotRequest>();
    const { releaseBody } = request;
    // The body stays in memory until the handler has ended, even when the caller disconnects.
    request.releaseBody = undefined;
    try {
      const leave = await request.enterSlot?.();
      let isInParts = false;
      return next.handle().pipe(
        tap((answer) => (isInParts = answer instanceof JsonParts)),
        finalize(() => {
          if (isInParts) whenClosed(http.getResponse<Response>(), () => leave?.());
          else leave?.();
          releaseBody?.();
        }),
      );
    } catch (error) {
      releaseBody?.();
      throw error;
    }
  }
}

function whenClosed(response: Response, then: () => void): void {
  if (response.closed) then();
  else response.once('close', then);
}
