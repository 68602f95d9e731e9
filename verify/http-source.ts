import { setTimeout as sleep } from 'node:timers/promises';
import type { PublishedKey } from '../src/audit/signing/endorsement.js';
import type { EventResponse } from '../src/audit/audit-log/event/event.dto.js';
import type {
  CheckpointEventsResponse,
  CheckpointResponse,
  CheckpointsResponse,
  EventProofResponse,
  UnsealedEventsResponse,
} from '../src/audit/audit-log/seal/checkpoint.dto.js';
import { canonicalJson, hashOfSeal, type SealContent } from '../src/audit/audit-log/seal/seal.js';
import type { AuditWitnessesResponse } from '../src/audit/audit-log/witness/witness.dto.js';
import type { AuditSource, SourceLeaf, SourceSeal } from './audit-source.js';

const LEAVES = 200;
const TIMEOUT_MS = 60_000;
const ATTEMPTS = 10;

/** Public keys as a JSON Web Key Set. */
export interface KeySet {
  keys: { kid: string; x: string; endorsement?: string }[];
}

export const publishedKeys = ({ keys }: KeySet): PublishedKey[] =>
  keys.map(({ kid, x, endorsement = null }) => ({ id: kid, publicKey: x, endorsement }));

/** @param index The number of the seal before it. */
function sealAfter(index: number, checkpoint: CheckpointResponse): SourceSeal {
  const { hash, signature, ...content } = checkpoint;
  const canonical = canonicalJson(content);
  const isWhole = hashOfSeal(canonical) === hash;
  return {
    // A service that answers the same numbers again must not be asked for ever.
    index: content.index > index ? content.index : index + 1,
    canonical: isWhole ? canonical : '',
    signature: Buffer.from(signature, 'base64url'),
  };
}

/** Reads the audit log from a running service, by its documented API. */
export class HttpSource implements AuditSource {
  private readonly address: string;

  /** @param token An admin token, or one of a user with `READ_LOGS`. */
  constructor(
    address: string,
    private readonly token: string | undefined,
  ) {
    this.address = address.replace(/\/+$/, '');
  }

  async keys(): Promise<PublishedKey[]> {
    return publishedKeys(await this.get<KeySet>('/.well-known/jwks.json'));
  }

  async cosigned(): Promise<string[]> {
    const { witnesses } = await this.get<AuditWitnessesResponse>('/api/admin/audit/witnesses');
    return witnesses.map(({ cosigned }) => cosigned).filter((note) => note !== null);
  }

  async sealsAfter(index: number): Promise<SourceSeal[]> {
    const path = `/api/admin/audit/checkpoints?after=${index}&limit=100`;
    const { checkpoints } = await this.get<CheckpointsResponse>(path);
    const seals: SourceSeal[] = [];
    for (const one of checkpoints) seals.push(sealAfter(seals.at(-1)?.index ?? index, one));
    return seals;
  }

  async leaves({ index }: SealContent, offset: number): Promise<SourceLeaf[]> {
    const path = `/api/admin/audit/checkpoints/${index}/events?offset=${offset}&limit=${LEAVES}`;
    return (await this.get<CheckpointEventsResponse>(path)).leaves;
  }

  async event(id: number): Promise<EventResponse | undefined> {
    const proof = await this.find<EventProofResponse>(`/api/admin/events/${id}/proof`);
    return proof?.event;
  }

  unsealedAfter(id: number | undefined): Promise<UnsealedEventsResponse> {
    const query = id === undefined ? '' : `?afterId=${id}`;
    return this.get(`/api/admin/audit/unsealed${query}`);
  }

  private async get<T>(path: string): Promise<T> {
    const body = await this.find<T>(path);
    if (body === undefined) throw new Error(`GET ${path} was answered with 404.`);
    return body;
  }

  /** @throws Error with the address and the reason. */
  private unreachable({ message, cause }: Error): never {
    const reason = cause instanceof Error && cause.message ? cause.message : message;
    throw new Error(`${this.address} cannot be reached: ${reason}`);
  }

  /** @returns Undefined for 404. */
  private async find<T>(path: string): Promise<T | undefined> {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(this.address + path, {
        headers: this.token === undefined ? {} : { authorization: this.token },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: Error) => this.unreachable(error));
      const { status } = response;
      if (status === 404) return undefined;
      if (status === 200) return (await response.json()) as T;
      const text = (await response.text()).slice(0, 300);
      if ((status !== 429 && status !== 503) || attempt === ATTEMPTS)
        throw new Error(`GET ${path} was answered with ${status}: ${text}`);
      await sleep(1000 * Math.min(60, Number(response.headers.get('retry-after')) || attempt));
    }
  }
}
