import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { lastValueFrom, type Observable, of } from 'rxjs';
import { AccessCheck } from '../core/auth/access-check.js';
import type { CalledRequest } from '../core/auth/current-caller.js';
import { callerKeyOf } from '../core/auth/limits/caller-key.js';
import { RequestQuota, type Turn } from '../core/auth/limits/request-quota.js';
import {
  RequestTransaction,
  type TransactionOptions,
} from '../platform/database/request-transaction.js';
import { UnitOfWork } from '../core/event/unit-of-work.js';
import { connectionsFor, SwitchTurns } from '../flags/feature/switch/switch-turns.js';
import { FormerAnswers } from '../safety/history/former-answers.js';
import { BodyReader } from '../platform/http/body/body-reader.js';
import { JsonParts } from '../platform/http/json.js';
import { noteVersion, tagOf } from '../platform/http/object-version.js';
import { type Operation, operationOf } from '../platform/http/operation.js';
import { OtherStatus } from '../platform/http/endpoint.js';
import { Beforehand, Waiting } from '../platform/http/waiting.js';
import { IdempotencyService } from '../safety/idempotency/idempotency.service.js';
import { type KeyedRequest, keyedRequestOf } from '../safety/idempotency/keyed-request.js';
import { MaintenanceService } from '../instance/operations/maintenance/maintenance.service.js';
import {
  type Conditional,
  conditionalOf,
  mustCreate,
  versionedReadOf,
} from '../safety/precondition/conditional.js';
import { Preconditions } from '../safety/precondition/preconditions.js';
import { DryRuns, wantsDryRun } from '../flags/preview/dry-runs.js';
import { Receipts, wantsReceipt } from '../safety/receipt/receipts.js';
import { DeliveryWait, deliveryWaitOf } from '../serving/sdk-api/delivery-watch/delivery-wait.js';
import { type LookAgain, SecondLook } from './second-look.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** A request on its way. */
interface Call {
  readonly request: CalledRequest;
  readonly response: Response;
  readonly operation: Operation;
  /** Key of the caller, for limits. */
  readonly key: string;
}

/** What a request wants besides what its operation does. */
interface Wishes {
  readonly isDryRun: boolean;
  readonly keyed: KeyedRequest | undefined;
  readonly conditional: Conditional | undefined;
}

/** Carries out a handler. Calling it again carries it out again. */
type Handler = () => Promise<unknown>;

/**
 * The way of every request, from admission to its response: read this file from top to bottom.
 * Middleware before it identifies the caller; filters after it turn errors into responses.
 */
@Injectable()
export class RequestLifecycle implements NestInterceptor {
  constructor(
    private readonly quota: RequestQuota,
    private readonly access: AccessCheck,
    private readonly maintenance: MaintenanceService,
    private readonly bodies: BodyReader,
    private readonly looks: SecondLook,
    private readonly unitOfWork: UnitOfWork,
    private readonly switches: SwitchTurns,
    private readonly dryRuns: DryRuns,
    private readonly idempotency: IdempotencyService,
    private readonly preconditions: Preconditions,
    private readonly deliveries: DeliveryWait,
    private readonly receipts: Receipts,
    private readonly former: FormerAnswers,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<CalledRequest>();
    const response = http.getResponse<Response>();
    const call = { request, response, operation: operationOf(context), key: callerKeyOf(request) };
    return of(await this.carryOut(call, context, next));
  }

  /** @returns What is sent. */
  private async carryOut(call: Call, context: ExecutionContext, next: CallHandler) {
    const { request, response, operation, key } = call;

    // Is the caller admitted?
    this.charge(call);
    const keyed = keyedRequestOf(request, operation);
    // Deleting something can take away the permission to delete it, so this comes before.
    const earlier = keyed && request.method === 'DELETE' && (await this.idempotency.earlier(keyed));
    if (earlier) return earlier.setHeaders(response);
    await this.access.require(operation, request, request.caller);
    this.maintenance.requireOff(operation, request.path);
    const lookAgain = this.looks.of(request, response, operation);

    // Is what it wants possible?
    const isDryRun = wantsDryRun(request, operation);
    const conditional = conditionalOf(request, operation);
    if (mustCreate(request, operation)) response.locals.mustCreate = true;
    const waitMs = deliveryWaitOf(request, operation);
    const hasReceipt = wantsReceipt(request, operation);
    const former = this.former.answerTo(request, operation);
    const handle: Handler = former ? () => former(context) : () => this.handle(call, next);

    const releaseBody = await this.bodies.read(request, response, operation, key);
    const work = (what: Handler): Promise<unknown> =>
      this.inTurn(call, lookAgain, { isDryRun, keyed, conditional }, what);
    let answer = await work(handle).finally(releaseBody);
    if (answer instanceof Waiting) {
      await (keyed ? this.idempotency.whileClaimed(keyed, answer.wait) : answer.wait());
      answer = await work(answer.goOn);
    }
    if (operation.isRead && !response.headersSent) await lookAgain();
    if (typeof answer !== 'string' || (waitMs === undefined && !hasReceipt)) return answer;
    const waited =
      waitMs === undefined
        ? answer
        : await this.deliveries.after(answer, waitMs, request, response);
    if (!hasReceipt) return waited;
    return this.receipts.after(waited, waitMs !== undefined, call, lookAgain);
  }

  /** @throws QuotaExceededError */
  private charge({ request, operation, key }: Call): void {
    const { cost, dryRun } = operation;
    if (cost !== 'none') return this.quota.spend(key, cost);
    // Switching is never refused, but its preview is a read like others.
    if (dryRun && request.url.includes('?') && request.query['dryRun'] === 'true')
      this.quota.spend(key, dryRun.of === 'feature' ? 'write' : 'heavy');
  }

  /** Takes the turns and slots of the caller while it works, and looks at the caller again. */
  private async inTurn(call: Call, lookAgain: LookAgain, wishes: Wishes, handle: Handler) {
    if (call.operation.takesTurn && !hasWishes(wishes)) {
      await lookAgain();
      return handle();
    }
    const turn = await this.takeTurn(call);
    try {
      const leaveSlot = await this.enterSlot(call);
      let answer: unknown;
      try {
        await lookAgain();
        answer = await this.withWishes(call, lookAgain, wishes, handle);
      } finally {
        // A response in parts goes on working until the last part is sent.
        if (answer instanceof JsonParts) whenClosed(call.response, leaveSlot);
        else leaveSlot();
      }
      return answer;
    } finally {
      turn?.end();
    }
  }

  /**
   * A caller may only make a few changes, and a few reads, at the same time: each can hold a
   * connection while it waits for a lock. Expensive reads have slots instead, streams limits of
   * their own, and SDKs are served from memory.
   */
  private async takeTurn({ request, response, operation, key }: Call): Promise<Turn | undefined> {
    const kind = request.caller?.kind;
    if ((kind !== 'user' && kind !== 'admin') || operation.cost === 'sdk') return undefined;
    if (operation.isRead)
      return operation.isExpensive || operation.streams
        ? undefined
        : this.quota.takeTurn(key, 'read', response);
    // Switches take turns by themselves, which they do not hold while they wait.
    return operation.switch ? undefined : this.quota.takeTurn(key, 'change', response);
  }

  private async enterSlot({ response, operation, key }: Call): Promise<() => void> {
    const { cost } = operation;
    return cost === 'search' || cost === 'heavy'
      ? this.quota.enter(key, cost, response)
      : () => undefined;
  }

  /**
   * Carries out the handler, in one transaction if the request has wishes. It begins again when
   * something has to be computed before.
   */
  private async withWishes(call: Call, lookAgain: LookAgain, wishes: Wishes, handle: Handler) {
    const carryOut = (what: Handler): Promise<unknown> =>
      hasWishes(wishes) ? this.inOneTransaction(call, lookAgain, wishes, what) : what();
    const answer = await carryOut(handle);
    return answer instanceof Beforehand ? carryOut(await answer.compute()) : answer;
  }

  /** Carries out the handler in one transaction. That of a switch begins again after locks. */
  private async inOneTransaction(
    call: Call,
    lookAgain: LookAgain,
    wishes: Wishes,
    handle: Handler,
  ): Promise<unknown> {
    const carryOut = (options?: TransactionOptions, turn?: Turn): Promise<unknown> =>
      RequestTransaction.forRequest(async (transaction) => {
        try {
          return await this.inTransaction(call, wishes, turn, transaction, handle);
        } finally {
          await transaction.rollBack(); // Unless it has ended.
        }
      }, options);
    const { operation, request, key } = call;
    if (!operation.switch) return carryOut();
    const changed = JSON.stringify([request.path, request.body]);
    const connections = connectionsFor(numberOfFeatures(request.body));
    return this.switches.inTurn('switch', changed, key, async (lockMs, turn) => {
      await lookAgain();
      return carryOut({ connections, lockMs }, turn);
    });
  }

  /** Carries out the handler itself. A version that is read before it is never newer than it. */
  private async handle({ request, response, operation }: Call, next: CallHandler) {
    const read = versionedReadOf(request, operation);
    const version = read && (await this.preconditions.versionOf(read.kind, read.keys));
    if (version !== undefined) noteVersion(response, tagOf(read!.kind, version));
    return lastValueFrom<unknown, unknown>(next.handle(), { defaultValue: undefined });
  }

  private async inTransaction(
    { request, response, operation }: Call,
    { isDryRun, keyed, conditional }: Wishes,
    turn: Turn | undefined,
    transaction: RequestTransaction,
    handle: Handler,
  ): Promise<unknown> {
    const begin = (isCarriedOut = true): Promise<void> =>
      isCarriedOut
        ? this.unitOfWork.beginRequest(transaction)
        : this.unitOfWork.beginCheck(transaction);
    const subject = operation.dryRun?.of;
    const dryRun =
      isDryRun && subject
        ? await this.dryRuns.begin(transaction, subject, request, begin, () => takesAnother(turn))
        : await begin();
    const earlier = keyed && (await this.idempotency.begin(keyed));
    if (earlier) return earlier.setHeaders(response);
    const checked = conditional && (await this.preconditions.require(conditional));
    const answer = await handle();
    // It waits outside; the transaction of its answer keeps that. This one keeps the key at most.
    if (answer instanceof Waiting && keyed) await transaction.commit();
    if (answer instanceof Waiting || answer instanceof Beforehand) return answer;
    const { status, body } =
      answer instanceof OtherStatus ? answer : { status: response.statusCode, body: answer };
    if (dryRun) {
      response.setHeader('Content-Type', JSON_TYPE);
      return new OtherStatus(200, await this.dryRuns.end(transaction, dryRun, subject!, body));
    }
    if (checked) await this.preconditions.noteChanged(checked, response);
    if (keyed) await this.idempotency.keep(keyed, body, status, response.getHeader('Location'));
    await transaction.commit();
    return answer;
  }
}

function hasWishes({ isDryRun, keyed, conditional }: Wishes): boolean {
  return isDryRun || keyed !== undefined || conditional !== undefined;
}

/** How many features a switch is about. */
function numberOfFeatures(body: unknown): number {
  const features = (body as { features?: unknown } | undefined)?.features;
  return Array.isArray(features) ? features.length : 1;
}

/** Takes a second turn if there is one, for a request that needs two connections. */
function takesAnother(turn: Turn | undefined): boolean {
  const endOther = turn?.another();
  if (!turn || !endOther) return false;
  const { end } = turn;
  turn.end = () => (end(), endOther());
  return true;
}

function whenClosed(response: Response, then: () => void): void {
  if (response.closed) then();
  else response.once('close', then);
}
