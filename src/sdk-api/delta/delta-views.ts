import { setImmediate } from 'node:timers';
import { Injectable } from '@nestjs/common';
import { OwnedCache } from '../cache/owned-cache.js';
import { ResponseMemory } from '../cache/response-memory.js';
import type { ClientQuery } from '../query/client-query.js';
import type { EnvironmentChange } from '../snapshot/change.js';
import type { EnvironmentSnapshot } from '../snapshot/environment-snapshot.js';
import { NO_ENVIRONMENT, ServedFeatures } from '../snapshot/served-features.js';
import { TimeSlice } from '../../sandbox/time-slice.js';
import { DeltaMemory } from './delta-memory.js';
import { DeltaView, type ViewMemory } from './delta-view.js';

/**
 * How many views are kept up to date that nobody follows, and how many of them for the same token:
 * queries are up to callers.
 */
const MOST = 200;
const MOST_PER_TOKEN = 50;

/** Is told that a view has changed, and how many bytes of events tell of it. */
export type ViewListener = (view: DeltaView, bytes: number) => void;

/**
 * What callers get to see, for each kind of them, kept up to date from the first time that one
 * asks.
 */
@Injectable()
export class DeltaViews {
  private readonly memory: ViewMemory;
  private readonly followed = new Set<DeltaView>();
  /** By what is asked. */
  private readonly kept = new OwnedCache<DeltaView>(
    { most: MOST, mostPerOwner: MOST_PER_TOKEN },
    (view) => {
      if (!this.followed.has(view)) view.dispose();
    },
  );
  /**
   * Those that are being made, by what is asked, and all of them: they are told of changes already.
   */
  private readonly beginning = new Map<
    string,
    { state: EnvironmentSnapshot; view: Promise<DeltaView> }
  >();
  private readonly unfinished = new Set<DeltaView>();
  /** Those that have changes to take in. */
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

  /** How many are kept up to date. */
  get count(): number {
    return this.all.size;
  }

  /**
   * What a caller gets to see. It is up to date until the caller waits for something.
   * @param owner Whose token asks. @throws DatabaseUnavailableError as
   * {@link ServedFeatures.environment}.
   */
  async of(asked: ClientQuery, owner: string): Promise<DeltaView> {
    const state = await this.served.environment(asked.query.environment ?? NO_ENVIRONMENT);
    const key = JSON.stringify(asked);
    const known = this.kept.get(key) ?? this.followedAs(key);
    if (known?.state === state) return known;
    const begun = this.beginning.get(key);
    if (begun?.state === state) return begun.view;
    return this.begin(key, state, asked, owner);
  }

  /** Tells of changes in all views. */
  listen(listener: ViewListener): void {
    this.listeners.push(listener);
  }

  /** Keeps a view up to date for as long as somebody follows it. */
  follow(view: DeltaView): void {
    this.followed.add(view);
  }

  unfollow(view: DeltaView): void {
    this.followed.delete(view);
    if (!this.all.has(view)) view.dispose();
  }

  /**
   * How many different views are followed, and how many of them were first asked for by a token.
   */
  followedBy(owner: string): { all: number; own: number } {
    let own = 0;
    for (const view of this.followed) if (view.owner === owner) own++;
    return { all: this.followed.size, own };
  }

  isFollowed(view: DeltaView): boolean {
    return this.followed.has(view);
  }

  /**
   * Whether the environment of a view is still what callers are told of, and not one that has gone,
   * or come since.
   */
  isCurrent({ state, asked }: DeltaView): boolean {
    const held = this.served.held(asked.query.environment ?? NO_ENVIRONMENT);
    return held === undefined ? state.name === NO_ENVIRONMENT : held === state;
  }

  private get all(): Set<DeltaView> {
    return new Set([...this.followed, ...this.kept.values()]);
  }

  /** A view that has been displaced by others while somebody follows it. */
  private followedAs(key: string): DeltaView | undefined {
    if (this.followed.size <= MOST)
      for (const view of this.followed) if (JSON.stringify(view.asked) === key) return view;
    return undefined;
  }

  private async begin(
    key: string,
    state: EnvironmentSnapshot,
    asked: ClientQuery,
    owner: string,
  ): Promise<DeltaView> {
    let unfinished: DeltaView | undefined;
    const making = DeltaView.of(state, asked, owner, this.memory, (view) =>
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
   * Brings views up to date, in slices. Whoever looks at one meanwhile finds it up to date all the
   * same.
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
