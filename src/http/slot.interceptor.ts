import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { finalize, type Observable } from 'rxjs';

/** A request whose caller may do only so much at the same time. */
export interface SlotRequest {
  /** Waits for a free slot. @returns How to give it back. */
  enterSlot?: () => Promise<() => void>;
}

/**
 * Runs an expensive handler when its caller has a slot free, and holds the slot until the handler has ended. A caller who hangs up does not get it back
 * sooner: the work goes on without them. The guard of quotas says what a slot is.
 */
@Injectable()
export class SlotInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const leave = await context.switchToHttp().getRequest<SlotRequest>().enterSlot?.();
    return leave ? next.handle().pipe(finalize(leave)) : next.handle();
  }
}
