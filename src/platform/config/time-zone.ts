/** Lets times without an offset mean the same on every machine. */
export function useUtc(): void {
  process.env['TZ'] = 'UTC';
}
