/** The moment that an address names; undefined when it names none of the past. */
export function momentOf(text: string | null): Date | undefined {
  const moment = new Date(text ?? '');
  return Number.isNaN(moment.getTime()) || moment.getTime() > Date.now() ? undefined : moment;
}

/** The value of a field for date and time, in the zone of the reader. */
export function fieldValueOf(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

/** The day of a moment in the zone of the reader, as fields for days and addresses have it. */
export function dayOf(moment: Date): string {
  return fieldValueOf(moment).slice(0, 10);
}

/** The end of a day such as `2030-12-31` in the reader's time zone; null for none. */
export function endOfDay(day: string): string | null {
  return day ? new Date(`${day}T23:59:59`).toISOString() : null;
}
