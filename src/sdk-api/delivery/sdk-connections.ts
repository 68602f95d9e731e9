import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ClientQuery } from '../query/client-query.js';
import { ANY } from '../../http/tagged.js';
import type { EnvironmentSnapshot } from '../snapshot/environment-snapshot.js';
import { type Sdk, sdkOf } from './sdk.js';

/** Which state an SDK has, and when it was known to. */
export interface SdkConnection {
  readonly sdk: Sdk;
  readonly environment: string;
  /** Ids of the projects that it is told of; null for all. */
  readonly projects: readonly string[] | null;
  /** Ids of projects that it is not told of. */
  readonly hidden: readonly string[];
  /** How the names of the features start that it is told of; empty for all. */
  readonly namePrefix: string;
  /** Tags, as `type:value`, of which a feature that it is told of carries one; null for all. */
  readonly tags: readonly string[] | null;
  readonly mode: 'streaming' | 'polling';
  /** A snapshot: whatever is visible in it, the SDK has. */
  readonly horizon: string;
  /**
   * When that was, and from when on it does not count as connected any more, by the clock of this
   * process in milliseconds.
   */
  readonly at: number;
  readonly until: number;
}

interface Seen extends SdkConnection {
  readonly owner: string;
}

/** How often an SDK is taken to poll that does not say. */
const USUAL_SECONDS = 60;
/** Until what is noted here can be read by everybody, in milliseconds. */
export const LAG_MS = 5_000;
/** How many SDKs one instance keeps in mind: what they call themselves is up to them. */
const MOST = 20_000;
/** How many of them may be of the same token, so that no token leaves the others without. */
const MOST_PER_TOKEN = 10_000;

/** What an answer is made of, and for whom. */
export interface Answered {
  readonly state: EnvironmentSnapshot;
  /** That of the state in the moment in which the answer was made. */
  readonly horizon: string;
  /** Whose token asks. */
  readonly owner: string;
}

/**
 * Which SDKs have fetched what from this instance. Noting costs no more than an entry in a map; it
 * is written down by the {@link DeliveryWriter}.
 */
@Injectable()
export class SdkConnections {
  private readonly seen = new Map<string, Seen>();
  private readonly perOwner = new Map<string, number>();
  private readonly unwritten = new Set<string>();
  /** How often there was no room for one. */
  passedOver = 0;

  /**
   * Notes that an SDK that polls has an answer from a state, once it has been sent.
   */
  watch(
    request: Request,
    response: Response,
    asked: ClientQuery,
    { state, horizon, owner }: Answered,
  ): void {
    const sdk = sdkOf(request);
    // Whoever takes any answer for the right one has told nothing about what it has.
    if (
      !sdk ||
      request.method !== 'GET' ||
      request.headers['if-none-match']?.trim() === ANY ||
      !isNamed(asked, state)
    )
      return;
    response.once('finish', () => {
      if (response.statusCode !== 200 && response.statusCode !== 304) return;
      const at = performance.now();
      const until = at + 2_000 * (sdk.pollSeconds ?? USUAL_SECONDS) + LAG_MS;
      this.note({ ...placeOf(asked), sdk, mode: 'polling', horizon, at, until }, owner);
    });
  }

  /** Notes which state an SDK has. @param owner Whose token it calls with. */
  note(sighting: SdkConnection, owner = ''): void {
    const key = keyOf(sighting);
    const before = this.seen.get(key);
    if ((before?.at ?? 0) > sighting.at) return;
    const ofOwner = this.perOwner.get(owner) ?? 0;
    if (!before && (this.seen.size >= MOST || (owner !== '' && ofOwner >= MOST_PER_TOKEN))) {
      this.passedOver++;
      return;
    }
    this.seen.set(key, { ...sighting, owner: before?.owner ?? owner });
    if (!before) this.perOwner.set(owner, ofOwner + 1);
    this.unwritten.add(key);
  }

  /**
   * What has been noted since the last call. Those who are not connected any more are forgotten.
   */
  drain(): SdkConnection[] {
    const now = performance.now();
    const taken = [...this.unwritten].flatMap((key) => this.seen.get(key) ?? []);
    this.unwritten.clear();
    for (const [key, { until, owner }] of this.seen) if (until < now) this.forget(key, owner);
    return taken;
  }

  /** Takes back what could not be written, but for what has been noted anew since. */
  requeue(sightings: readonly SdkConnection[]): void {
    for (const one of sightings) {
      if (!this.unwritten.has(keyOf(one))) this.note(one, (one as Partial<Seen>).owner);
    }
  }

  private forget(key: string, owner: string): void {
    this.seen.delete(key);
    const left = (this.perOwner.get(owner) ?? 1) - 1;
    if (left > 0) this.perOwner.set(owner, left);
    else this.perOwner.delete(owner);
  }
}

function keyOf({ environment, sdk }: SdkConnection): string {
  return JSON.stringify([environment, sdk.appName, sdk.instanceId, sdk.connectionId]);
}

/** What a query is about, as sightings tell it. */
export function placeOf({
  query,
  hidden,
}: ClientQuery): Pick<
  SdkConnection,
  'environment' | 'projects' | 'hidden' | 'namePrefix' | 'tags'
> {
  return {
    environment: query.environment ?? '',
    projects: query.project ?? null,
    hidden,
    namePrefix: query.namePrefix ?? '',
    tags: query.tag?.map((pair) => pair.join(':')) ?? null,
  };
}

/** Whether a state is that of the environment that was asked for, and not of none. */
export function isNamed({ query }: ClientQuery, { name }: EnvironmentSnapshot): boolean {
  return name !== '' && name === query.environment;
}
