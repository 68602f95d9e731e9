import { invalid } from './scim-error.js';

/** The most comparisons of a filter, and the deepest nesting. */
const MOST = { comparisons: 50, depth: 10 } as const;

const COMPARISONS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr'] as const;
/** How an attribute is compared (RFC 7644, 3.4.2.2). */
export type Comparison = (typeof COMPARISONS)[number];
/** What an attribute is compared with. */
export type FilterValue = string | number | boolean | null;

/** A filter as a tree. Attributes are in lower case and without their schema. */
export type Filter =
  | { kind: 'and' | 'or'; left: Filter; right: Filter }
  | { kind: 'not'; of: Filter }
  /** Some value of the attribute meets the whole inner filter. */
  | { kind: 'some'; attribute: string; of: Filter }
  | { kind: 'is'; attribute: string; comparison: Comparison; value: FilterValue };

const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/gy;
const NAME = /^\.?[a-z$][a-z0-9$_-]*(\.[a-z$][a-z0-9$_-]*)?$/;
const SCHEMA_PREFIX = /^urn:[^\s"]*:(?:user|group):/;

/** The name of an attribute in lower case and without its schema. */
export function attributeOf(text: string): string {
  return text.toLowerCase().replace(SCHEMA_PREFIX, '');
}

/**
 * Parses a filter.
 * @throws ScimError (`invalidFilter`) that says where it ends to make sense.
 */
export function parseFilter(text: string): Filter {
  return new Parser(text).whole();
}

class Parser {
  private readonly tokens: string[];
  private at = 0;
  private depth = 0;
  private comparisons = 0;

  constructor(private readonly text: string) {
    this.tokens = tokensOf(text);
  }

  whole(): Filter {
    const filter = this.either();
    if (this.at < this.tokens.length) throw this.fault('"and" or "or"');
    return filter;
  }

  private either(): Filter {
    let left = this.both();
    while (this.takes('or')) left = { kind: 'or', left, right: this.both() };
    return left;
  }

  private both(): Filter {
    let left = this.one();
    while (this.takes('and')) left = { kind: 'and', left, right: this.one() };
    return left;
  }

  private one(): Filter {
    if (this.takes('not')) {
      if (this.tokens[this.at] !== '(') throw this.fault('"("');
      return { kind: 'not', of: this.one() };
    }
    if (this.takes('(')) return this.within(')');
    const attribute = attributeOf(this.tokens[this.at++] ?? '');
    if (!NAME.test(attribute)) throw this.fault('an attribute', 1);
    if (this.takes('[')) return this.some(attribute);
    return this.comparison(attribute);
  }

  /** `emails[type eq "work"]`, and `emails[type eq "work"].value eq "a@example.com"`. */
  private some(attribute: string): Filter {
    const of = this.within(']');
    const next = this.tokens[this.at] ?? '';
    if (!next.startsWith('.')) return { kind: 'some', attribute, of };
    this.at++;
    const right = this.comparison(attributeOf(next.slice(1)));
    return { kind: 'some', attribute, of: { kind: 'and', left: of, right } };
  }

  private comparison(attribute: string): Filter {
    if (++this.comparisons > MOST.comparisons)
      throw invalid('invalidFilter', `A filter can have at most ${MOST.comparisons} comparisons.`);
    const word = this.tokens[this.at++]?.toLowerCase();
    const comparison = COMPARISONS.find((one) => one === word);
    if (!comparison) throw this.fault(`one of ${COMPARISONS.join(', ')}`, 1);
    const value = comparison === 'pr' ? null : this.value();
    return { kind: 'is', attribute, comparison, value };
  }

  private value(): FilterValue {
    const text = this.tokens[this.at++] ?? '';
    if (/^(true|false|null)$/i.test(text)) return JSON.parse(text.toLowerCase()) as boolean | null;
    try {
      const value: unknown = JSON.parse(text);
      // PostgreSQL cannot compare with the character NUL.
      if (typeof value === 'number' || (typeof value === 'string' && !value.includes('\0')))
        return value;
    } catch {
      // The fault below says it.
    }
    throw this.fault('a value like "text", 7 or true', 1);
  }

  private within(end: ')' | ']'): Filter {
    if (++this.depth > MOST.depth)
      throw invalid('invalidFilter', `A filter can be nested at most ${MOST.depth} times.`);
    const filter = this.either();
    if (!this.takes(end)) throw this.fault(`"${end}"`);
    this.depth--;
    return filter;
  }

  private takes(word: string): boolean {
    if (this.tokens[this.at]?.toLowerCase() !== word) return false;
    this.at++;
    return true;
  }

  private fault(wanted: string, back = 0) {
    const read = this.tokens.slice(0, this.at - back).join(' ');
    return invalid(
      'invalidFilter',
      `The filter ${this.text} needs ${wanted} ${read ? `after: ${read}` : 'at its beginning'}.`,
    );
  }
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const [, bracket, quoted, word] = TOKEN.exec(text) ?? [];
    const token = bracket ?? quoted ?? word;
    if (token === undefined)
      throw invalid('invalidFilter', `The filter ${text} has a quotation mark that does not end.`);
    tokens.push(token);
  }
  return tokens;
}

/** Whether a value of a list, such as an e-mail address, meets a filter. */
export function meets(filter: Filter, value: Readonly<Record<string, unknown>>): boolean {
  switch (filter.kind) {
    case 'and':
      return meets(filter.left, value) && meets(filter.right, value);
    case 'or':
      return meets(filter.left, value) || meets(filter.right, value);
    case 'not':
      return !meets(filter.of, value);
    case 'some':
      return false;
    case 'is': {
      const [, held] =
        Object.entries(value).find(([name]) => name.toLowerCase() === filter.attribute) ?? [];
      return compares(held, filter.comparison, filter.value);
    }
  }
}

function compares(held: unknown, comparison: Comparison, wanted: FilterValue): boolean {
  const [a, b] = [held, wanted].map((one) => (typeof one === 'string' ? one.toLowerCase() : one));
  const isAbsent = a === undefined || a === null || a === '';
  if (comparison === 'pr') return !isAbsent;
  if (comparison === 'eq') return (a ?? null) === b;
  if (comparison === 'ne') return (a ?? null) !== b;
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  if (comparison === 'co') return a.includes(b);
  if (comparison === 'sw') return a.startsWith(b);
  if (comparison === 'ew') return a.endsWith(b);
  return { gt: a > b, ge: a >= b, lt: a < b, le: a <= b }[comparison];
}
