import { Injectable } from '@nestjs/common';
import { AuthorLookup } from '../../core/auth/author-lookup.js';
import { UnauthorizedError } from '../../core/auth/caller/auth.errors.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { hashOf } from '../../core/auth/caller/secret-hash.js';
import { placeFor } from '../../core/auth/current-caller.js';
import { AttemptLimit } from '../../core/auth/limits/attempt-limit.js';
import { TokenMisses } from '../../core/auth/limits/token-misses.js';
import { Database } from '../../platform/database/database.js';
import { ForbiddenError } from '../../platform/errors/general.errors.js';
import type { Actor } from '../../core/event/actor.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { FeatureSwitchService } from '../../flags/feature/switch/feature-switch.service.js';
import { TO_TURN_OFF, turnOffWishOf } from '../../flags/preview/change-guard/change-guard.dto.js';
import type { ReceivedSignalResponse, SignalTargetResponse } from './signal.response.js';
import { FIND, type FoundSignal, USE } from './signal.sql.js';

/** How often a signal may be sent in a minute. */
const PER_MINUTE = 60;
/** How many characters of a payload its event contains. */
const MOST_CHARACTERS = 1_000;

/** A request that sends a signal. */
export interface SentSignal {
  /** The name in its address. */
  name: string;
  /** The header with the token. */
  authorization: string | undefined;
  address: string | undefined;
  /** Recorded, and otherwise without a meaning, except that what is resolved turns nothing off. */
  payload: unknown;
}

/** Turns off what a signal is bound to, and only that, in the name of its owner. */
@Injectable()
export class SignalReceiver {
  constructor(
    private readonly misses: TokenMisses,
    private readonly attempts: AttemptLimit,
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly authors: AuthorLookup,
    private readonly switches: FeatureSwitchService,
  ) {}

  /**
   * Turns off, like `/off` with `force=true`. All is done or nothing.
   * @throws UnauthorizedError for an unknown token, or one of another signal.
   * @throws TooManyTokenMisses, TooManyRequestsError
   * @throws ForbiddenError when its owner may not turn off there any more.
   */
  async receive(sent: SentSignal): Promise<ReceivedSignalResponse> {
    const signal = await this.find(sent);
    await this.attempts.requireFor(`signal ${signal.id}`, PER_MINUTE);
    if (isResolved(sent.payload)) return { turnedOff: [] };
    const owner = await this.authors.find(signal);
    if (!owner) throw new ForbiddenError(`The owner of this signal no longer exists. ${NOTHING}`);
    requireMay(owner, signal);
    const actor = actorOf(signal, owner, sent.address);
    await this.unitOfWork.together(() => this.turnOff(signal, owner, actor, sent.payload), {
      connections: 'hot',
    });
    return { turnedOff: signal.targets };
  }

  private async turnOff(
    { id, name, project, targets }: FoundSignal,
    owner: Caller,
    actor: Actor,
    payload: unknown,
  ): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      await tx.query(USE, [id]);
      // All are locked before the first event is recorded.
      await tx.lock({
        features: { share: [...new Set(targets.map(({ feature }) => feature))] },
        featureEnvironments: {
          update: targets.map(({ feature: featureName, environment }) => ({
            featureName,
            environment,
          })),
        },
      });
    });
    const reason = `Signal ${name}`;
    for (const [environment, names] of byEnvironment(targets)) {
      const at = { projectId: project, environment };
      const wish = turnOffWishOf({ force: true, reason }, owner, at);
      await this.switches.allOff(at, names, actor, wish);
    }
    const data = { signalId: id, name, payload: excerptOf(payload), targets };
    await this.unitOfWork.run(actor, (tx) => tx.record({ type: 'signal-received', project, data }));
  }

  private async find({ name, authorization, address }: SentSignal): Promise<FoundSignal> {
    const secret = authorization?.trim().replace(/^bearer\s+/i, '');
    if (!secret) throw unknown();
    const hash = hashOf(secret);
    const found = await this.misses.lookFor([hash], address, async () => {
      const [row] = await this.database.run(FIND, [hash], 'hot');
      return new Map(row ? [[hash.toString('hex'), row]] : []);
    });
    const [signal] = found.values();
    if (signal?.name !== name) throw unknown();
    return signal;
  }
}

const NOTHING = 'Nothing was changed. Create another signal.';

function unknown(): UnauthorizedError {
  return new UnauthorizedError('There is no such signal with this token. Nothing was changed.');
}

/** @throws ForbiddenError */
function requireMay(owner: Caller, { project, targets }: FoundSignal): void {
  for (const { environment } of targets)
    if (!TO_TURN_OFF.some((one) => owner.may(one, placeFor(owner, { project, environment }))))
      throw new ForbiddenError(
        `${owner.name}, who owns this signal, may not turn features off there any more. ${NOTHING}`,
      );
}

/** Alertmanager and Grafana also tell when an alert is over. */
function isResolved(payload: unknown): boolean {
  return (
    typeof payload === 'object' &&
    payload !== null &&
    'status' in payload &&
    payload.status === 'resolved'
  );
}

function excerptOf(payload: unknown): string | null {
  if (payload === undefined) return null;
  return JSON.stringify(payload).slice(0, MOST_CHARACTERS);
}

function actorOf(
  { id, name }: FoundSignal,
  { userId, name: ownerName, hiddenProjects }: Caller,
  address: string | undefined,
): Actor {
  const token = { type: 'signal', id: String(id), name } as const;
  const owner = { userId, name: ownerName, hiddenProjects, token };
  return address === undefined ? owner : { ...owner, address };
}

function byEnvironment(targets: readonly SignalTargetResponse[]): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const { feature, environment } of targets)
    names.set(environment, [...(names.get(environment) ?? []), feature]);
  return names;
}
