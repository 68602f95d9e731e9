import { LRUCache } from 'lru-cache';
import type { ResponseMemory } from '../cache/cached-response.js';
import type { ClientQuery } from '../query/client-query.js';
import { chosenBy, inProjectsOf } from '../features/cached-features.js';
import type { EnvironmentChange, EnvironmentSnapshot } from '../snapshot/environment-snapshot.js';
import type { SerializedFeature, SerializedSegment } from '../snapshot/serialized-feature.js';
import { hashOfAll, SetHash, sha256 } from '../snapshot/set-hash.js';
import { DeltaAnswer } from './delta-answer.js';
import { DeltaLog, type DeltaMemory } from './delta-log.js';
import { TimeSlice } from '../../../platform/sandbox/time-slice.js';
import {
  featureRemoved,
  featureUpdated,
  hydration,
  segmentRemoved,
  segmentUpdated,
  type DeltaEvent,
} from './delta-event.js';

/** Number of cached delta responses per view. */
const MAX_RESPONSES = 20;
/** Above this number of changed features, a full state is sent instead of single events. */
const MAX_CHANGED = 2_000;

/** Memory limits shared by all views. */
export interface ViewMemory {
  readonly deltas: DeltaMemory;
  readonly responses: ResponseMemory;
}

/**
 * What callers with the same query see of an environment: identified by the hash of its content,
 * with its recent changes. Changes are queued at once and applied when the view is read or on
 * {@link catchUp}, at a cost proportional to the changes.
 */
export class DeltaView {
  private readonly hashed: SetHash<SerializedFeature>;
  /** Number of features that use each segment, by segment id. */
  private readonly uses = new Map<number, number>();
  /** The used segments in their last sent form. */
  private readonly segments = new Map<number, SerializedSegment>();
  private readonly isSeen: (serialized: SerializedFeature) => boolean;
  private readonly log: DeltaLog;
  private noted: EnvironmentChange[] = [];
  private count = 0;
  private known = '';
  private whole?: DeltaAnswer;
  /** Cached delta responses by the tag of the earlier state. */
  private readonly answers = new LRUCache<string, DeltaAnswer>({
    max: MAX_RESPONSES,
    disposeAfter: (answer) => answer.dispose(),
  });

  private constructor(
    readonly state: EnvironmentSnapshot,
    readonly query: ClientQuery,
    /** Id of the token that first requested the view. */
    readonly owner: string,
    private readonly memory: ViewMemory,
  ) {
    const [isOfProjects, isChosen] = [inProjectsOf(query), chosenBy(query.query)];
    this.isSeen = (serialized) => isOfProjects(serialized) && isChosen(serialized);
    this.log = new DeltaLog(memory.deltas);
    this.hashed = new SetHash(state.byHash, this.isSeen);
  }

  /**
   * Creates a view of the current state.
   * @param begun Called with the view immediately: from then on it must receive all changes but
   * must not be read until the promise resolves.
   */
  static async of(
    state: EnvironmentSnapshot,
    query: ClientQuery,
    owner: string,
    memory: ViewMemory,
    begun: (view: DeltaView) => void,
  ): Promise<DeltaView> {
    const view = new DeltaView(state, query, owner, memory);
    begun(view);
    await view.fill();
    return view;
  }

  /** Hash of the content: equal content has the same tag on all instances and after restarts. */
  get tag(): string {
    this.catchUp();
    return this.known;
  }

  /** The full state, for clients without any. */
  get hydration(): DeltaAnswer {
    this.catchUp();
    return (this.whole ??= this.everything());
  }

  /**
   * The changes since the newest of the given states.
   * @returns The full state when none is known; no events when it is current.
   */
  since(tags: readonly string[]): DeltaAnswer {
    this.catchUp();
    const known = tags.find((tag) => tag === this.known) ?? tags.find((tag) => this.log.knows(tag));
    if (known === undefined) return this.hydration;
    const made = this.answers.get(known);
    if (made) return made;
    const events = known === this.known ? [] : this.log.since(known);
    if (this.isTooMuch(events.length)) return this.hydration;
    const answer = DeltaAnswer.ofChanges(this.known, events, this.memory.responses);
    this.answers.set(known, answer);
    return answer;
  }

  /** Queues a change of the environment. Every change must be passed, in order. */
  note(change: EnvironmentChange): void {
    this.noted.push(change);
  }

  /**
   * Applies queued changes.
   * @returns The number of bytes of resulting events; undefined when nothing visible changed.
   */
  catchUp(): number | undefined {
    if (this.noted.length === 0) return undefined;
    const changes = this.noted;
    this.noted = [];
    const from = this.known;
    const events = this.applyAll(changes);
    this.known = this.hash();
    if (this.known === from) return undefined;
    this.clearResponses();
    if (events && !this.isTooMuch(events.length)) this.log.add(from, events);
    else this.log.clear();
    return (events ?? []).reduce((bytes, { json }) => bytes + json.length, 0);
  }

  /** Frees all memory of a view that is no longer used. */
  dispose(): void {
    this.clearResponses();
    this.log.clear();
  }

  /** Loads the full state in slices of time, and the changes that happen meanwhile. */
  private async fill(): Promise<void> {
    const slice = new TimeSlice();
    for (const serialized of this.state.features) {
      if (this.isSeen(serialized)) this.add(serialized);
      if (slice.isOver) await slice.pause();
    }
    await this.hashed.prepare(slice);
    for (const id of this.uses.keys()) this.show(id);
    this.applyAll(this.noted);
    this.noted = [];
    this.known = this.hash();
  }

  /**
   * The events for queued changes, only the latest per subject; `undefined` when there are too
   * many.
   */
  private applyAll(changes: readonly EnvironmentChange[]): DeltaEvent[] | undefined {
    const events = new Map<string, DeltaEvent>();
    const touched = new Set<number>();
    const sendsEvents =
      changes.reduce((sum, { features }) => sum + features.changed.length, 0) <= MAX_CHANGED;
    for (const { features, segments } of changes) {
      for (const { id } of segments.changed) touched.add(id);
      for (const id of segments.removed) touched.add(id);
      for (const serialized of features.changed)
        this.change(
          features.before.get(serialized.name),
          serialized,
          touched,
          sendsEvents ? events : undefined,
        );
      for (const serialized of features.removed)
        this.change(serialized, undefined, touched, sendsEvents ? events : undefined);
    }
    const [shown, gone] = this.showAgain(touched);
    return sendsEvents ? [...shown, ...events.values(), ...gone] : undefined;
  }

  /** A full state would be shorter. */
  private isTooMuch(events: number): boolean {
    return events > this.count + this.segments.size + 100;
  }

  private everything(): DeltaAnswer {
    const features = this.state.features.filter(this.isSeen);
    const segments = [...this.segments.values()];
    const { revision } = this.state;
    const lengthOf = (bytes: number, { json }: { json: Buffer }): number => bytes + json.length + 1;
    const length = segments.reduce(lengthOf, features.reduce(lengthOf, 100));
    return DeltaAnswer.ofEverything(
      this.known,
      () => hydration(revision, features, segments),
      length,
      this.memory.responses,
    );
  }

  private hash(): string {
    return sha256(
      this.hashed.value + hashOfAll([...this.segments.values()].sort((a, b) => a.id - b.id)),
    );
  }

  private clearResponses(): void {
    this.whole?.dispose();
    this.whole = undefined;
    this.answers.clear();
  }

  private change(
    before: SerializedFeature | undefined,
    after: SerializedFeature | undefined,
    touched: Set<number>,
    events?: Map<string, DeltaEvent>,
  ): void {
    const was = before && this.isSeen(before) ? before : undefined;
    const is = after && this.isSeen(after) ? after : undefined;
    if (was) this.remove(was);
    if (is) this.add(is);
    for (const id of [...(was?.segments ?? []), ...(is?.segments ?? [])]) touched.add(id);
    if (!events || (is && was?.hash === is.hash)) return;
    const event = is
      ? featureUpdated(this.state.revision, is)
      : was && featureRemoved(this.state.revision, was);
    if (event) events.set(event.about, event);
  }

  private add(serialized: SerializedFeature): void {
    this.count++;
    this.hashed.touch(serialized);
    for (const id of serialized.segments) this.uses.set(id, (this.uses.get(id) ?? 0) + 1);
  }

  private remove(serialized: SerializedFeature): void {
    this.count--;
    this.hashed.touch(serialized);
    for (const id of serialized.segments) {
      const left = this.uses.get(id)! - 1;
      if (left > 0) this.uses.set(id, left);
      else this.uses.delete(id);
    }
  }

  /**
   * Events for new or changed segments, and for removed ones, which come last because features stop
   * using them first.
   */
  private showAgain(touched: ReadonlySet<number>): [DeltaEvent[], DeltaEvent[]] {
    const shown: DeltaEvent[] = [];
    const gone: DeltaEvent[] = [];
    for (const id of touched) {
      const was = this.segments.get(id);
      const is = this.show(id);
      if (is && was?.hash !== is.hash) shown.push(segmentUpdated(this.state.revision, is));
      if (was && !is) gone.push(segmentRemoved(this.state.revision, id));
    }
    return [shown, gone];
  }

  private show(id: number): SerializedSegment | undefined {
    const is = this.uses.has(id) ? this.state.segments.get(id) : undefined;
    if (is) this.segments.set(id, is);
    else this.segments.delete(id);
    return is;
  }
}
