import { setImmediate } from 'node:timers';
import { Injectable } from '@nestjs/common';
import { OwnedCache } from '../cache/owned-cache.js';
import { ResponseMemory } from '../cache/response-memory.js';
import type { Asked } from '../query/asked.js';
import type { EnvironmentChange } from '../state/change.js';
import type { EnvironmentState } from '../state/environment-state.js';
import { NO_ENVIRONMENT, ServedFeatures } from '../state/served-features.js';
import { TimeSlice } from '../../sandbox/time-slice.js';
import { DeltaMemory } from './delta-memory.js';
import { View, type ViewMemory } from './view.js';

/** How many views are kept up to date that nobody follows, and how many of them for the same token: queries are up to callers. */
const MOST = 200;
const MOST_PER_TOKEN = 50;

/** Is told that a view has changed, and how many bytes of events tell of it. */
export type ViewListener = (view: View, bytes: number) => void;

/** What callers get to see, for each kind of them, kept up to date from the first time that one asks. */
@Injectable()
export class Views {
  private readonly memory: ViewMemory;
  private readonly followed = new Set<View>();
  /** By what is asked. */
  private readonly kept = new OwnedCache<View>({ most: MOST, mostPerOwner: MOST_PER_TOKEN }, (view) => {
    if (!this.followed.has(view)) view.dispose();
  });
  /** Those that are being made, by what is asked, and all of them: they are told of changes already. */
  private readonly beginning = new Map<string, { state: EnvironmentState; view: Promise<View> }>();
  private readonly unfinished = new Set<View>();
  /** Those that have changes to take in. */
  private readonly outdated = new Set<View>();
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
   * @param owner Whose token asks. @throws DatabaseUnavailableError as {@link ServedFeatures.environment}.
   */
  async of(asked: Asked, owner: string): Promise<View> {
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
  follow(view: View): void {
    this.followed.add(view);
  }

  unfollow(view: View): void {
    this.followed.delete(view);
    if (!this.all.has(view)) view.dispose();
  }

  /** How many different views are followed, and how many of them were first asked for by a token. */
  followedBy(owner: string): { all: number; own: number } {
    let own = 0;
    for (const view of this.followed) if (view.owner === owner) own++;
    return { all: this.followed.size, own };
  }

  isFollowed(view: View): boolean {
    return this.followed.has(view);
  }

  /** Whether the environment of a view is still what callers are told of, and not one that has gone, or come since. */
  isCurrent({ state, asked }: View): boolean {
    const held = this.served.held(asked.query.environment ?? NO_ENVIRONMENT);
    return held === undefined ? state.name === NO_ENVIRONMENT : held === state;
  }

  private get all(): Set<View> {
    return new Set([...this.followed, ...this.kept.values()]);
  }

  /** A view that has been displaced by others while somebody follows it. */
  private followedAs(key: string): View | undefined {
    if (this.followed.size <= MOST) for (const view of this.followed) if (JSON.stringify(view.asked) === key) return view;
    return undefined;
  }

  private async begin(key: string, state: EnvironmentState, asked: Asked, owner: string): Promise<View> {
    let unfinished: View | undefined;
    const making = View.of(state, asked, owner, this.memory, (view) => this.unfinished.add((unfinished = view)));
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

  /** Brings views up to date, in slices. Whoever looks at one meanwhile finds it up to date all the same. */
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
