import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { finalize, type Observable } from 'rxjs';

/** A request whose caller may do only so much at the same time. */
export interface SlotRequest {
  /** Waits for a free slot. @returns How to give it back. */
  enterSlot?: () => Promise<() => void>;
  /** Whose share of the service it takes. */
  callerKey?: string;
  /** Gives back the room that the body takes; it is taken until the handler has ended. */
  releaseBody?: () => void;
}

/**
 * Runs an expensive handler when its caller has a slot free, and holds the slot until the handler
 * has ended. A caller who hangs up does not get it back sooner: the work goes on without them. The
 * guard of quotas says what a slot is.
 */
@Injectable()
export class SlotInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<SlotRequest>();
    const { releaseBody } = request;
    // The body stays in memory as long as the handler works on it, also when the caller hangs up.
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
