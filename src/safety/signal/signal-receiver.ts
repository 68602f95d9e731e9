import { Injectable } from '@nestjs/common';
import { AuthorLookup } from '../../core/auth/author-lookup.js';
import { UnauthorizedError } from '../../core/auth/caller/auth.errors.js';
import { hashOf } from '../../core/auth/caller/secret-hash.js';
import { TooManyRequestsError } from '../../core/auth/limits/limits.errors.js';
import { RateLimiter } from '../../core/auth/limits/rate-limiter.js';
import { TokenMisses } from '../../core/auth/limits/token-misses.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import {
  actorBy,
  type EmergencyTrigger,
  ownerOf,
  refusalFor,
} from '../../flags/feature/switch/emergency-place.js';
import { FeatureSwitchService } from '../../flags/feature/switch/feature-switch.service.js';
import { connectionsFor, SwitchTurns } from '../../flags/feature/switch/switch-turns.js';
import { turnOffWishOf } from '../../flags/preview/change-guard/change-guard.dto.js';
import { Database } from '../../platform/database/database.js';
import { groupedBy } from '../../platform/database/grouped.js';
import { ShortStatements } from '../../platform/database/short-statements.js';
import type { RowOf } from '../../platform/database/statement.js';
import { startOf } from '../../platform/http/body/storable.js';
import type { ReceivedSignalResponse, SignalTargetResponse } from './signal.dto.js';
import { FIND, type FoundSignal, READ_TO_USE, USE } from './signal.sql.js';

/** How often a signal may be sent to an instance in a minute. */
const PER_MINUTE = 60;
/** How many characters of a payload its event contains. */
const MOST_CHARACTERS = 1_000;

/** A request that sends a signal. */
interface SentSignal {
  /** The name in its address. */
  name: string;
  /** The header with the token. */
  authorization: string | undefined;
  address: string | undefined;
  /** Recorded, and otherwise without a meaning, except that what is resolved turns nothing off. */
  payload: unknown;
}

/**
 * Turns off what a signal is bound to, and only that, in the name of its owner. Uses the turns and
 * connections of switches, so it works when all others are taken. Each instance counts signals on
 * its own, because counting in PostgreSQL would need such a connection.
 */
@Injectable()
export class SignalReceiver {
  private readonly rates = new RateLimiter({ perSecond: PER_MINUTE / 60, burst: PER_MINUTE });

  constructor(
    private readonly misses: TokenMisses,
    private readonly shortStatements: ShortStatements,
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly authors: AuthorLookup,
    private readonly switches: FeatureSwitchService,
    private readonly turns: SwitchTurns,
  ) {}

  /**
   * Turns off, like `/off` with `force=true`. All is done or nothing.
   * @throws UnauthorizedError for an unknown token, or one of another signal.
   * @throws TooManyTokenMisses, TooManyRequestsError
   * @throws ForbiddenError when its owner may not turn off there any more.
   */
  async receive(sent: SentSignal): Promise<ReceivedSignalResponse> {
    const { id, features } = await this.find(sent);
    const seconds = this.rates.take(String(id), 1);
    if (seconds > 0) throw new TooManyRequestsError(PER_MINUTE, 60, seconds);
    if (isResolved(sent.payload)) return { turnedOff: [], skipped: [] };
    const row = `signal ${id}`;
    return this.turns.inTurn('switch', row, row, (lockMs) =>
      this.unitOfWork.together(() => this.turnOff(id, sent), {
        connections: connectionsFor(features),
        lockMs,
      }),
    );
  }

  private async turnOff(
    id: number,
    { address, payload }: SentSignal,
  ): Promise<ReceivedSignalResponse> {
    const signal = await this.read(id);
    const { name, project } = signal;
    const trigger = triggerOf(signal);
    const owner = await ownerOf(trigger, this.authors);
    const actor = actorBy(trigger, owner, address, this.authors);
    const { targets, skipped } = await this.unitOfWork.run(actor, (tx) => this.lock(signal, tx));
    for (const [environment, names] of byEnvironment(targets)) {
      const at = { projectId: project, environment };
      const wish = turnOffWishOf({ force: true, reason: `Signal ${name}` }, owner, at);
      await this.switches.allOff(at, names, actor, wish).catch((error: unknown) => {
        throw refusalFor(error, trigger, owner);
      });
    }
    const data = { signalId: id, name, payload: excerptOf(payload), targets };
    await this.unitOfWork.run(actor, (tx) => tx.record({ type: 'signal-received', project, data }));
    return { turnedOff: targets, skipped };
  }

  /**
   * Counts a use, and locks all before the first event is recorded.
   * @returns The signal with those of the locked targets that are there now. One that has come back
   * meanwhile is left alone: nobody has asked whether the owner may turn it off.
   */
  private async lock({ id, targets }: FoundSignal, tx: Tx): Promise<FoundSignal> {
    if ((await tx.query(USE, [id])).length === 0) throw unknown();
    const update = targets.map(({ feature: featureName, environment }) => ({
      featureName,
      environment,
    }));
    await tx.lock({
      features: { share: [...new Set(targets.map(({ feature }) => feature))] },
      featureEnvironments: { update },
    });
    const [now] = await tx.query(READ_TO_USE, [id]);
    const locked = new Set(targets.map(keyOf));
    return { ...now!, targets: now!.targets.filter((one) => locked.has(keyOf(one))) };
  }

  private async find({ name, authorization, address }: SentSignal): Promise<RowOf<typeof FIND>> {
    const secret = authorization?.trim().replace(/^bearer\s+/i, '');
    if (!secret) throw unknown();
    const hash = hashOf(secret);
    const found = await this.misses.lookFor('signal', [hash], address, async () => {
      const [row] = await this.shortStatements.read(FIND, [hash]);
      return new Map(row ? [[hash.toString('hex'), row]] : []);
    });
    const [signal] = found.values();
    if (signal?.name !== name) throw unknown();
    return signal;
  }

  /** @throws UnauthorizedError when it was deleted meanwhile. */
  private async read(id: number): Promise<FoundSignal> {
    const [signal] = await this.database.run(READ_TO_USE, [id]);
    if (!signal) throw unknown();
    return signal;
  }
}

const keyOf = ({ feature, environment }: SignalTargetResponse): string =>
  JSON.stringify([feature, environment]);

function unknown(): UnauthorizedError {
  return new UnauthorizedError('There is no such signal with this token. Nothing was changed.');
}

/** A signal as what turns off in the name of its owner. */
function triggerOf(signal: FoundSignal): EmergencyTrigger {
  const { id, name, project, targets, tags, userId, tokenId } = signal;
  const token = { type: 'signal', id: String(id), name } as const;
  const bound = [...targets, ...tags];
  const environments = [...new Set(bound.map(({ environment }) => environment))];
  return { kind: 'signal', project, environments, userId, tokenId, token };
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
  return startOf(JSON.stringify(payload), MOST_CHARACTERS);
}

function byEnvironment(targets: readonly SignalTargetResponse[]): Map<string, string[]> {
  const found = groupedBy(targets, ({ environment }) => environment);
  return new Map([...found].map(([at, of]) => [at, of.map(({ feature }) => feature)]));
}
