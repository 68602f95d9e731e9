import { useSyncExternalStore } from 'react';

/** A message that is shown for a while and read aloud. */
export interface Announcement {
  id: number;
  text: string;
  kind: 'done' | 'failed' | 'note';
  /** A button, such as for undoing. */
  action?: { label: string; run: () => void };
}

const MOST = 3;
const SHOWN_MS = 8_000;
let announcements: readonly Announcement[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: readonly Announcement[]): void {
  announcements = next;
  for (const listener of listeners) listener();
}

/** Shows a message; failures stay until they are dismissed. */
export function announce(announcement: Omit<Announcement, 'id'>): number {
  const id = nextId++;
  set([...announcements, { ...announcement, id }].slice(-MOST));
  if (announcement.kind !== 'failed') setTimeout(() => dismiss(id), SHOWN_MS);
  return id;
}

export function dismiss(id: number): void {
  set(announcements.filter((one) => one.id !== id));
}

/** The messages that are shown now, oldest first. */
export function useAnnouncements(): readonly Announcement[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => announcements,
  );
}
