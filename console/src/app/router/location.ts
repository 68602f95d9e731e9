import { useMemo, useSyncExternalStore } from 'react';
import { basePath } from '../../api/base-path.js';

const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};
window.addEventListener('popstate', tell);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The path of the address below the base path. */
export function currentPath(): string {
  const { pathname } = window.location;
  return (pathname.startsWith(basePath) ? pathname.slice(basePath.length) : pathname) || '/';
}

/** The path of the address, also after it has changed. */
export const usePath = (): string => useSyncExternalStore(subscribe, currentPath);

/** Goes to a path of the console, such as `/features?q=checkout`. */
export function navigate(to: string, { replace = false } = {}): void {
  const href = basePath + to;
  if (replace) window.history.replaceState(null, '', href);
  else window.history.pushState(null, '', href);
  tell();
}

/** What to change in the query of the address; undefined and empty texts remove a parameter. */
export type SearchChanges = Readonly<Record<string, string | number | boolean | undefined>>;

/** The query of the address, and a function that changes parts of it. */
export function useSearch(): [URLSearchParams, (changes: SearchChanges) => void] {
  const text = useSyncExternalStore(subscribe, () => window.location.search);
  const search = useMemo(() => new URLSearchParams(text), [text]);
  return [search, changeSearch];
}

function changeSearch(changes: SearchChanges): void {
  const next = new URLSearchParams(window.location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '' || value === false) next.delete(name);
    else next.set(name, String(value));
  }
  const query = next.size > 0 ? `?${next}` : '';
  navigate(currentPath() + query, { replace: true });
}
