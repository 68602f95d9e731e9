const MAX_STARS = 3;
/** Two complete parts, such as `repo:acme/`, so that nobody else's subjects begin like this. */
const TWO_PARTS = /^[^:/*]+[:/][^:/*]+[:/]/;

/** Whether a subject is exact, or a pattern that is bounded enough. */
export function isBoundedSubject(pattern: string): boolean {
  const stars = pattern.split('*').length - 1;
  return stars === 0 || (stars <= MAX_STARS && TWO_PARTS.test(pattern));
}

/** Whether a subject matches a pattern, in which `*` stands for any characters, also for none. */
export function matchesSubject(pattern: string, subject: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return subject === pattern;
  if (!subject.startsWith(first)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = subject.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return subject.length >= from + last.length && subject.endsWith(last);
}
