const MAX_PAGE = 1_000_000;

/** The page in an address, from 1; anything that makes no sense is the first one. */
export function pageOf(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
}
