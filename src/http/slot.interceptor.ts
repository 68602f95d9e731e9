import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { finalize, type Observable } from 'rxjs';

/** A request that may have to wait for a slot. */
export interface SlotRequest {
  /**
   * Waits for a free slot.
   * @returns Releases it.
   */
  enterSlot?: () => Promise<() => void>;
  /** Identifies the caller whose share it uses. */
  callerKey?: string;
  /** Releases the memory reserved for the body, after the handler has ended. */
  releaseBody?: () => void;
}

/**
 * Runs an expensive handler when its caller has a free slot, and holds the slot until the handler
 * has ended, even when the caller disconnects, because the work continues. The quota guard defines
 * the slots.
 */
@Injectable()
export class SlotInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<SlotRequest>();
    const { releaseBody } = request;
    // The body stays in memory until the handler has ended, even when the caller disconnects.
    request.releaseBody = undefined;
    try {
      const leave = await request.enterSlot?.();
      return next.handle().pipe(finalize(() => (leave?.(), releaseBody?.())));
    } catch (error) {
      releaseBody?.();
      throw error;
    }
  }
}
