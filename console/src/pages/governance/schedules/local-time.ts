const MINUTE_MS = 60_000;

/** The moment in a field for date and time; undefined while it is not complete. */
export function momentOf({ local }: { local: string }): string | undefined {
  const moment = new Date(local);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/** The value of a field for date and time, in the zone of the reader. */
export function localOf(at: string): string {
  const moment = new Date(at);
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, 16);
}
