import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { anyPayloadOf, payloadOf } from '../../src/core/event/event-payload.sql.js';
import type { SegmentPayload } from '../../src/core/event/instance-events.js';
import type { TagPayload } from '../../src/core/event/feature-events.js';
import type { DomainEvent, EventOf } from '../../src/core/event/event.types.js';

// The compiler is the test here: `npm run types` fails when one of the lines below that are marked
// with @ts-expect-error compiles.

const segment = {} as SegmentPayload;
const tag: TagPayload = { type: 'simple', value: 'a' };

function record(event: DomainEvent): DomainEvent {
  return event;
}

describe('a payload that readers depend on', () => {
  test('does not compile without a key that snapshots for SDKs read', () => {
    const withoutId: Omit<SegmentPayload, 'id'> = segment;
    // @ts-expect-error -- snapshots find the segment by its id
    record({ type: 'segment-created', data: withoutId });
    // @ts-expect-error -- snapshots find the features by both halves of the tag
    record({ type: 'tag-deleted', data: { type: 'simple' } });
    // @ts-expect-error -- snapshots find the features by the name in `preData`
    record({ type: 'tag-type-deleted', data: { name: 'simple' } });
    // @ts-expect-error -- snapshots find the feature by its name
    record({ type: 'feature-tagged', project: 'a', data: tag });
    // @ts-expect-error -- an environment tells in which snapshot the feature changes
    record({ type: 'feature-environment-enabled', project: 'a', featureName: 'b' });

    expect(record({ type: 'segment-created', data: segment })).toEqual({
      type: 'segment-created',
      data: segment,
    });
  });

  test('does not compile with a key that names a project and is not declared', () => {
    const revealing = { ...tag, projects: ['secret'] };
    // @ts-expect-error -- nothing hides this event from whoever must not know of the project
    record({ type: 'feature-tagged', project: 'a', featureName: 'b', data: revealing });
    const archived = { type: 'project-archived' as const, project: 'a', data: revealing };
    // @ts-expect-error -- events of this type carry nothing
    record(archived);

    expect(record({ type: 'tag-created', data: tag })).toEqual({ type: 'tag-created', data: tag });
  });

  test('does not compile with a secret', () => {
    const token = {} as Extract<DomainEvent, { type: 'pat-created' }>['data'];
    const shown = { ...token, secret: 'user:1234' };
    // @ts-expect-error -- the secret of a personal token is masked
    record({ type: 'pat-created', data: shown });

    expect(shown.secret).toBe('user:1234');
  });
});

describe('SQL that reads payloads', () => {
  test('names keys that the compiler knows', () => {
    const segments = payloadOf<EventOf<'segment-created' | 'segment-deleted'>>('x');

    expect(segments.text('either', 'id')).toBe("COALESCE(x.data, x.pre_data) ->> 'id'");
    // @ts-expect-error -- one of the types has no `data`
    expect(segments.text('data', 'id')).toBe("x.data ->> 'id'");
    // @ts-expect-error -- segments have no such key
    expect(segments.text('either', 'key')).toBeTruthy();
    // @ts-expect-error -- a segment of all projects has no project
    expect(segments.text('either', 'project')).toBeTruthy();
    // @ts-expect-error -- a key that is forbidden cannot be read
    expect(anyPayloadOf<EventOf<'tag-created'>>().text('data', 'projects')).toBeTruthy();
    expect(anyPayloadOf<EventOf<'segment-created'>>().text('data', 'project')).toBeTruthy();
  });

  test('reads no key by its bare name', () => {
    const bare = /\b(?:e|own|event)\.(?:pre_)?data\)?\s*(?:#?->>?|\?[|&]?)\s*'/;
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => path.join('src', file));
    const found = files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => bare.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );

    expect(found).toEqual([]);
  });
});
