import { setImmediate } from 'node:timers';
import { Injectable } from '@nestjs/common';
import { OwnedCache } from '../cache/owned-cache.js';
import { ResponseMemory } from '../cache/cached-response.js';
import type { ClientQuery } from '../query/client-query.js';
import type { EnvironmentChange, EnvironmentSnapshot } from '../snapshot/environment-snapshot.js';
import { NO_ENVIRONMENT, ServedFeatures } from '../snapshot/served-features.js';
import { TimeSlice } from '../../../platform/sandbox/time-slice.js';
import { DeltaMemory } from './delta-log.js';
import { DeltaView, type ViewMemory } from './delta-view.js';

/**
 * Upper bounds on cached views without followers, in total and per token; callers choose the
 * queries.
 */
const MAX_CACHED = 200;
const MAX_PER_TOKEN = 50;

/** Called when a view has changed, with the number of bytes of its events. */
type ViewListener = (view: DeltaView, bytes: number) => void;

/** Maintains one view per distinct query, from the first request for it. */
@Injectable()
export class DeltaViews {
  private readonly memory: ViewMemory;
  private readonly followed = new Set<DeltaView>();
  /** Views by query. */
  private readonly kept = new OwnedCache<DeltaView>(
    { most: MAX_CACHED, mostPerOwner: MAX_PER_TOKEN },
    (view) => {
      if (!this.followed.has(view)) view.dispose();
    },
  );
  /** Views being created, by query; they already receive changes. */
  private readonly beginning = new Map<
    string,
    { state: EnvironmentSnapshot; view: Promise<DeltaView> }
  >();
  private readonly unfinished = new Set<DeltaView>();
  /** Views with queued changes. */
  private readonly outdated = new Set<DeltaView>();
  private readonly listeners: ViewListener[] = [];
  private isCatchingUp = false;

  constructor(
    private readonly served: ServedFeatures,
    deltas: DeltaMemory,
    responses: ResponseMemory,
  ) {
    this.memory = { deltas, responses };
    served.subscribe((change) => this.note(change));
  }

  /** Number of maintained views. */
  get count(): number {
    return this.all.size;
  }

  /**
   * The view for a query, current until the caller awaits something.
   * @param owner Id of the token.
   * @throws DatabaseUnavailableError as {@link ServedFeatures.environment}.
   */
  async of(query: ClientQuery, owner: string): Promise<DeltaView> {
    const state = await this.served.environment(query.query.environment ?? NO_ENVIRONMENT);
    const key = JSON.stringify(query);
    const known = this.kept.get(key) ?? this.followedAs(key);
    if (known?.state === state) return known;
    const begun = this.beginning.get(key);
    if (begun?.state === state) return begun.view;
    return this.begin(key, state, query, owner);
  }

  /** Subscribes to changes of all views. */
  listen(listener: ViewListener): void {
    this.listeners.push(listener);
  }

  /** Keeps a view while somebody follows it. */
  follow(view: DeltaView): void {
    this.followed.add(view);
  }

  /** Stops keeping a view. */
  unfollow(view: DeltaView): void {
    this.followed.delete(view);
    if (!this.all.has(view)) view.dispose();
  }

  /** Number of distinct followed views, and how many of them were first requested by this token. */
  followedBy(owner: string): { all: number; own: number } {
    let own = 0;
    for (const view of this.followed) if (view.owner === owner) own++;
    return { all: this.followed.size, own };
  }

  isFollowed(view: DeltaView): boolean {
    return this.followed.has(view);
  }

  /** Whether the environment of a view still exists and is the same. */
  isCurrent({ state, query: query }: DeltaView): boolean {
    const held = this.served.held(query.query.environment ?? NO_ENVIRONMENT);
    return held === undefined ? state.name === NO_ENVIRONMENT : held === state;
  }

  private get all(): Set<DeltaView> {
    return new Set([...this.followed, ...this.kept.values()]);
  }

  /** A followed view that has been evicted from the cache. */
  private followedAs(key: string): DeltaView | undefined {
    if (this.followed.size <= MAX_CACHED)
      for (const view of this.followed) if (JSON.stringify(view.query) === key) return view;
    return undefined;
  }

  private async begin(
    key: string,
    state: EnvironmentSnapshot,
    query: ClientQuery,
    owner: string,
  ): Promise<DeltaView> {
    let unfinished: DeltaView | undefined;
    const making = DeltaView.of(state, query, owner, this.memory, (view) =>
      this.unfinished.add((unfinished = view)),
    );
    const begun = { state, view: making };
    this.beginning.set(key, begun);
    try {
      const view = await making;
      this.kept.set(key, owner, view);
      return view;
    } finally {
      this.unfinished.delete(unfinished!);
      if (this.beginning.get(key) === begun) this.beginning.delete(key);
    }
  }

  private note(change: EnvironmentChange): void {
    const state = this.served.held(change.environment);
    for (const view of this.unfinished) if (view.state === state) view.note(change);
    for (const view of this.all) {
      if (view.state !== state) continue;
      view.note(change);
      this.outdated.add(view);
    }
    if (!this.isCatchingUp) this.catchUp();
  }

  /**
   * Applies changes to views in slices of time. A view that is read meanwhile is updated at once.
   */
  private catchUp(): void {
    const slice = new TimeSlice();
    this.isCatchingUp = true;
    for (const view of this.outdated) {
      if (slice.isOver) return void setImmediate(() => this.catchUp());
      this.outdated.delete(view);
      const bytes = view.catchUp();
      for (const listener of this.listeners) listener(view, bytes ?? 0);
    }
    this.isCatchingUp = false;
  }
}
