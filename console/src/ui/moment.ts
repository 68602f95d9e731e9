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
