import { Injectable } from '@nestjs/common';
import type { Asked } from '../features/asked.js';
import type { EnvironmentChange } from '../state/change.js';
import type { EnvironmentState } from '../state/environment-state.js';
import { NO_ENVIRONMENT, ServedFeatures } from '../state/served-features.js';
import type { DeltaAnswer } from './delta-answer.js';
import { View } from './view.js';

/** How many views are kept up to date that nobody follows, and how many bytes may be kept ready for them: queries are up to callers. */
const MOST = 200;
const MOST_BYTES = 128 * 1024 * 1024;

/** Is told what has changed in a view, right after it has. */
export type ViewListener = (view: View, told: DeltaAnswer) => void;

/** What callers get to see, for each kind of them, kept up to date from the first time that one asks. */
@Injectable()
export class Views {
  /** By what is asked; those last that were asked for last. */
  private readonly kept = new Map<string, View>();
  private readonly followed = new Set<View>();
  private readonly listeners: ViewListener[] = [];

  constructor(private readonly served: ServedFeatures) {
    served.subscribe((change) => this.advance(change));
  }

  /** What a caller gets to see. It is up to date until the caller waits for something. @throws DatabaseUnavailableError as {@link ServedFeatures.environment}. */
  async of(asked: Asked): Promise<View> {
    const state = await this.served.environment(asked.query.environment ?? NO_ENVIRONMENT);
    const key = JSON.stringify(asked);
    const known = this.kept.get(key);
    const view = known?.state === state ? known : new View(state, asked);
    this.kept.delete(key);
    this.kept.set(key, view);
    this.makeRoom();
    return view;
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
  }

  /** Whether the environment of a view is still what callers are told of, and not one that has gone, or come since. */
  isCurrent({ state, asked }: View): boolean {
    const held = this.served.held(asked.query.environment ?? NO_ENVIRONMENT);
    return held === undefined ? state.name === NO_ENVIRONMENT : held === state;
  }

  private advance({ environment, ...change }: EnvironmentChange): void {
    const state: EnvironmentState | undefined = this.served.held(environment);
    for (const view of new Set([...this.followed, ...this.kept.values()])) {
      if (view.state !== state) continue;
      const told = view.advance({ environment, ...change });
      if (told) for (const listener of this.listeners) listener(view, told);
    }
  }

  private makeRoom(): void {
    let bytes = 0;
    for (const view of this.kept.values()) bytes += view.size;
    for (const [key, view] of this.kept) {
      if (this.kept.size > MOST) this.kept.delete(key);
      if (bytes <= MOST_BYTES) continue;
      bytes -= view.size;
      view.forget();
    }
  }
}
