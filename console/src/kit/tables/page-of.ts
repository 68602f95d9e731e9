/** How many things the service is asked for at a time. */
export const FOUND_PAGE_SIZE = 50;
/** The service skips at most a million things. */
const MAX_PAGE = 1_000_000 / FOUND_PAGE_SIZE;

/** The parameters of a search for a page, which is counted from 1. */
export function pageQuery(query: string, page: number) {
  const limit = FOUND_PAGE_SIZE;
  return { ...(query ? { query } : {}), limit, offset: (page - 1) * limit };
}

/** The page in an address, from 1; anything that makes no sense is the first one. */
export function pageOf(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
}
