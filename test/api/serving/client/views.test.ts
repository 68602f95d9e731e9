import { setImmediate as turn } from 'node:timers/promises';
import { ResponseMemory } from '../../../../src/serving/sdk-api/cache/cached-response.js';
import { DeltaMemory } from '../../../../src/serving/sdk-api/delta/delta-log.js';
import { DeltaView } from '../../../../src/serving/sdk-api/delta/delta-view.js';
import { loadConfig } from '../../../../src/platform/config/load-config.js';
import { EnvironmentSnapshot } from '../../../../src/serving/sdk-api/snapshot/environment-snapshot.js';
import {
  SerializedFeature,
  SerializedSegment,
} from '../../../../src/serving/sdk-api/snapshot/serialized-feature.js';
import { Segments } from '../../../../src/serving/sdk-api/snapshot/segments.js';
import type { Body } from './support.js';

/**
 * The events of a view lead every client to the state that a new client gets, whenever it reads.
 */

const memory = {
  deltas: new DeltaMemory(loadConfig({})),
  responses: new ResponseMemory(loadConfig({})),
};
const ASKED = {
  query: { environment: 'development', namePrefix: 'seen', inlineSegmentConstraints: false },
  hidden: [],
};

/** An environment with random changes. */
class Scene {
  private readonly segments = new Segments();
  readonly state = new EnvironmentSnapshot('development', this.segments, '1:1:');
  readonly views = new Set<DeltaView>();
  isSlow = false;
  private serial = 0;

  constructor(private readonly random: () => number) {}

  view(): Promise<DeltaView> {
    return DeltaView.of(this.state, ASKED, 'client 1', memory, (view) => this.views.add(view));
  }

  change(count: number): void {
    const features = new Map<string, SerializedFeature | null>();
    for (let n = 0; n < count; n++) {
      const name = `${this.random() < 0.7 ? 'seen' : 'other'}-${Math.floor(this.random() * 300)}`;
      features.set(name, this.random() < 0.2 ? null : this.feature(name));
    }
    const from = this.state.hash;
    const id = Math.floor(this.random() * 5);
    const segment =
      this.random() < 0.3
        ? new SerializedSegment(
            id,
            JSON.stringify({ id, name: `s${this.serial++}`, constraints: [] }),
          )
        : undefined;
    const segments = this.segments.apply(new Map(segment ? [[id, segment]] : []), {
      complete: false,
    });
    const change = this.state.apply(from, features, segments);
    if (change) for (const view of this.views) view.note(change);
  }

  private projectOf(): string {
    for (const end = performance.now() + (this.isSlow ? 1 : 0); performance.now() < end;);
    return 'default';
  }

  private feature(name: string): SerializedFeature {
    const segments = this.random() < 0.3 ? [Math.floor(this.random() * 5)] : [];
    const strategies = [
      { name: 'default', constraints: [], parameters: {}, variants: [], segments },
    ];
    const value = {
      name,
      project: 'default',
      enabled: this.random() < 0.5,
      strategies,
      serial: this.serial++,
    };
    const piece = new SerializedFeature(
      name,
      JSON.stringify(value),
      Number(name.split('-')[1]),
      [],
    );
    return Object.defineProperty(piece, 'project', { get: () => this.projectOf() });
  }
}

/** An SDK that applies the events it gets. */
class Client {
  tag?: string;
  private readonly features = new Map<string, Body>();
  private readonly segments = new Map<number, Body>();

  async poll(view: DeltaView): Promise<void> {
    const answer = view.since(this.tag === undefined ? [] : [this.tag]);
    this.tag = answer.tag;
    for (const event of JSON.parse((await answer.body()).toString()).events) this.take(event);
  }

  get all(): object {
    return { features: this.features, segments: this.segments };
  }

  private take(event: Body): void {
    if (event.type === 'hydration') {
      this.features.clear();
      this.segments.clear();
      for (const one of event.features) this.features.set(one.name, one);
      for (const one of event.segments) this.segments.set(one.id, one);
    } else if (event.type === 'feature-updated')
      this.features.set(event.feature.name, event.feature);
    else if (event.type === 'feature-removed') this.features.delete(event.featureName);
    else if (event.type === 'segment-updated') this.segments.set(event.segment.id, event.segment);
    else this.segments.delete(event.segmentId);
  }
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}

test.each([1, 2, 3])('by whatever changes, however often it is looked at (%i)', async (seed) => {
  const random = seeded(seed);
  const scene = new Scene(random);
  scene.change(400);
  const view = await scene.view();
  const clients = [new Client(), new Client(), new Client()];
  for (let step = 0; step < 60; step++) {
    scene.change(Math.ceil(random() * 6));
    if (random() < 0.5) view.catchUp();
    for (const client of clients) if (random() < 0.3) await client.poll(view);
  }
  const fresh = new Client();
  await fresh.poll(await scene.view());
  for (const client of clients) {
    await client.poll(view);
    expect(client.tag).toBe(fresh.tag);
    expect(client.all).toEqual(fresh.all);
  }
});

test('a view that is made while things change is as one that is made afterwards', async () => {
  const scene = new Scene(seeded(4));
  scene.change(1_000);
  // Reading a feature takes so long that the view is built in many slices.
  scene.isSlow = true;
  let isDone = false;
  const making = scene.view().finally(() => (isDone = true));
  let changes = 0;
  for (; !isDone; changes++) {
    await turn();
    scene.change(1);
  }
  scene.isSlow = false;
  expect(changes).toBeGreaterThan(5);
  const [view, fresh] = [await making, await scene.view()];
  expect(view.tag).toBe(fresh.tag);
  const [client, other] = [new Client(), new Client()];
  await client.poll(view);
  await other.poll(fresh);
  expect(client.all).toEqual(other.all);
});
