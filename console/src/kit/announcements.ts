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
let announcements: readonly Announcement[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: readonly Announcement[]): void {
  announcements = next;
  for (const listener of listeners) listener();
}

/** Shows a message, in place of one that says the same. */
export function announce(announcement: Omit<Announcement, 'id'>): number {
  const id = nextId++;
  const others = announcements.filter(({ text }) => text !== announcement.text);
  set([...others, { ...announcement, id }].slice(-MOST));
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
