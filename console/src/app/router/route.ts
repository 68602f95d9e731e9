import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { lazyComponent } from '../../kit/lazy-component.js';

/** The names of the parameters in a path such as `/projects/:project`. */
type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters of a path. */
export type ParamsOf<Path extends string> = Readonly<Record<ParamNames<Path>, string>>;

/** What a page gets from the address. */
export interface PageProps<Path extends string> {
  params: ParamsOf<Path>;
}

interface RouteOptions<Path extends string> {
  /** Whether the page needs no session; then it has no header either. */
  isPublic?: boolean;
  /** Begins to read what the page will show, while its code is loaded. */
  prefetch?: (
    queries: QueryClient,
    params: ParamsOf<Path>,
    search: URLSearchParams,
  ) => Promise<void>;
}

/** A page and its path. */
export interface Route {
  readonly path: string;
  readonly page: ComponentType<PageProps<string>>;
  readonly isPublic: boolean;
  readonly prefetch: (
    queries: QueryClient,
    params: Readonly<Record<string, string>>,
    search: URLSearchParams,
  ) => Promise<void>;
}

type Load<Path extends string> = () => Promise<ComponentType<PageProps<Path>>>;

/** A page that is part of the first load. */
export function route<Path extends string>(
  path: Path,
  page: ComponentType<PageProps<Path>>,
  { isPublic = false, prefetch = () => Promise.resolve() }: RouteOptions<Path> = {},
): Route {
  return { path, page, isPublic, prefetch } as unknown as Route;
}

/** A page that is loaded when it is needed. */
export function lazyRoute<Path extends string>(
  path: Path,
  load: Load<Path>,
  options: RouteOptions<Path> = {},
): Route {
  return route(path, lazyComponent(load), {
    ...options,
    prefetch: async (queries, params, search) => {
      void load().catch(() => undefined); // The page itself shows the failure.
      await options.prefetch?.(queries, params, search);
    },
  });
}

/** A path with its parameters filled in. */
export function pathTo<Path extends string>(path: Path, params: ParamsOf<Path>): string {
  const values = params as Readonly<Record<string, string>>;
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name]!));
}

/** A route that an address leads to. */
export interface Match {
  route: Route;
  params: Readonly<Record<string, string>>;
}

/** The first route that a path leads to. */
export function matchOf(routes: readonly Route[], path: string): Match | undefined {
  const parts = partsOf(path);
  for (const one of routes) {
    const params = paramsOf(partsOf(one.path), parts);
    if (params) return { route: one, params };
  }
  return undefined;
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

function paramsOf(pattern: string[], parts: string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const expected = pattern[index]!;
    if (expected.startsWith(':')) params[expected.slice(1)] = decoded(part);
    else if (expected !== part) return undefined;
  }
  return params;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
