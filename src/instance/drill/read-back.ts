import { setTimeout as sleep } from 'node:timers/promises';
import { type DeltaEvent, type DrillStream, featuresIn } from './drill-stream.js';
import {
  type Channel,
  type Drill,
  DrillError,
  type DrillFeature,
  latestRound,
  publicReasonOf,
} from './drill.js';
import type { OwnApi } from './own-api.js';

/** Pause before something is read again. */
const PAUSE_MS = 100;
/** Pause before looking again whether the stream has brought a change. */
const STREAM_PAUSE_MS = 10;
const NOT_YET = 'It still has the former state.';

/** When a change was there, by the clock of `performance`, or why it was not. */
export type Found = { at: number } | { reason: string };

/** Reads the reserved features in each way in which SDKs do, from this instance. */
export class ReadBack {
  private readonly etags = new Map<Channel, string>();

  constructor(
    private readonly api: OwnApi,
    private readonly stream: DrillStream,
  ) {}

  /**
   * Reads until a change is there, or the time is over. Never rejects.
   * @returns When it was there by the clock of `performance`, or why not.
   */
  async find(
    drill: Drill,
    milliseconds: number,
  ): Promise<Record<Exclude<Channel, 'snapshot'>, Found>> {
    const until = performance.now() + milliseconds;
    const [poll, delta, ofrep, stream] = await Promise.all([
      this.repeat(until, () => this.poll(drill)),
      this.repeat(until, () => this.delta(drill)),
      this.repeat(until, () => this.ofrep(drill)),
      this.streamed(drill, until),
    ]);
    return { poll, stream, delta, ofrep };
  }

  private async repeat(until: number, isThere: () => Promise<boolean>): Promise<Found> {
    for (;;) {
      let reason = NOT_YET;
      try {
        if (await isThere()) return { at: performance.now() };
      } catch (error) {
        reason = publicReasonOf(error);
      }
      if (performance.now() + PAUSE_MS > until) return { reason };
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
  }

  private async streamed({ round }: Drill, until: number): Promise<Found> {
    for (;;) {
      const { latest, problem } = this.stream;
      if (latest && latest.round >= round) return { at: latest.at };
      if (performance.now() > until)
        return { reason: problem ?? 'The stream is open, and the change does not arrive.' };
      await Promise.all([
        this.stream.ensureOpen(),
        sleep(STREAM_PAUSE_MS, undefined, { ref: false }),
      ]);
    }
  }

  private async poll({ round }: Drill): Promise<boolean> {
    const answer = await this.ask<{ features: DrillFeature[] }>('poll', '/api/client/features');
    return (latestRound(answer?.features ?? []) ?? 0) >= round;
  }

  private async delta({ round }: Drill): Promise<boolean> {
    const answer = await this.ask<{ events: DeltaEvent[] }>('delta', '/api/client/delta');
    return (latestRound(featuresIn(answer?.events ?? [])) ?? 0) >= round;
  }

  private async ofrep({ enabled }: Drill): Promise<boolean> {
    const context = { targetingKey: 'drill' };
    const path = '/ofrep/v1/evaluate/flags';
    // Without a tag: flags that were switched twice have the former tag again.
    this.etags.delete('ofrep');
    const answer = await this.ask<{ flags: { value: unknown }[] }>('ofrep', path, { context });
    return (
      !!answer && answer.flags.length > 0 && answer.flags.every((flag) => flag.value === enabled)
    );
  }

  /**
   * Asks with the tag of the last answer.
   * @returns undefined when nothing has changed.
   * @throws Error when it is refused.
   */
  private async ask<T>(channel: Channel, path: string, body?: object): Promise<T | undefined> {
    const { status, headers, text } = await this.api.ask(path, this.etags.get(channel), body);
    if (status === 304) return undefined;
    if (status !== 200) throw new DrillError(`It was refused with status ${status}.`);
    if (headers.etag !== undefined) this.etags.set(channel, headers.etag);
    return JSON.parse(text) as T;
  }
}
