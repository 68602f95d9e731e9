import { act, screen } from '@testing-library/react';
import { renderWith } from '../../../test/support/render';
import { LiveChanges } from './live-changes.js';

class FakeSource extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly CLOSED = 2;
  static last: FakeSource;
  static count = 0;
  readyState = 1;
  constructor(readonly url: string) {
    super();
    FakeSource.last = this;
    FakeSource.count++;
  }
  close(): void {
    this.readyState = FakeSource.CLOSED;
  }
  tell(event: string, data: unknown): void {
    act(() => {
      this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }));
    });
  }
}

let invalidated: unknown[];
beforeEach(() => {
  Object.assign(globalThis, { EventSource: FakeSource });
  FakeSource.count = 0;
  invalidated = [];
  const { queries } = renderWith(<LiveChanges />);
  jest.spyOn(queries, 'invalidateQueries').mockImplementation((filters) => {
    invalidated.push(filters?.queryKey?.[0] ?? 'all');
    return Promise.resolve();
  });
});

const event = (type: string) => ({ id: 1, type, project: 'default' });

test('what events have changed is read again, and everything when some may be missing', () => {
  expect(FakeSource.last.url).toBe('/api/admin/search/events/stream');
  FakeSource.last.tell('ready', {});
  expect(invalidated).toEqual(['all']);
  FakeSource.last.tell('events', { events: [event('segment-updated')], hasMore: false });
  expect(invalidated).toEqual(['all', 'segments', 'features', 'events']);
  FakeSource.last.tell('events', { events: [event('segment-updated')], hasMore: true });
  expect(invalidated.at(-1)).toBe('all');
});

test('a hidden tab has no stream, and a visible one has a new one', () => {
  const hide = (hidden: boolean): void => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  const first = FakeSource.last;
  hide(true);
  expect(first.readyState).toBe(FakeSource.CLOSED);
  hide(false);
  expect(FakeSource.count).toBe(2);
});

test('a lost connection is told after a while, and when it is back', async () => {
  jest.useFakeTimers();
  const later = () => act(() => jest.advanceTimersByTimeAsync(5_000));
  const source = FakeSource.last;
  const lose = () =>
    act(() => {
      source.readyState = FakeSource.CONNECTING;
      source.dispatchEvent(new Event('error'));
    });

  lose();
  expect(screen.queryByText(/cannot be reached/)).toBeNull();
  source.tell('ready', {});
  await later();
  expect(screen.queryByText(/cannot be reached/)).toBeNull();

  lose();
  await later();
  expect(screen.getByText(/cannot be reached\. What you see may be out of date/)).toBeTruthy();
  source.tell('ready', {});
  expect(screen.queryByText(/cannot be reached/)).toBeNull();
  expect(screen.getByText('The service can be reached again.')).toBeTruthy();
  jest.useRealTimers();
});
