const DAY_MS = 86_400_000;

/** The value of a field for date and time, tomorrow in the zone of the browser. */
export function tomorrow() {
  const moment = new Date(Date.now() + DAY_MS);
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
