/** A row of a table as JSON. Which columns it has depends on the version of the service. */
export class JsonRow {
  constructor(private readonly row: Readonly<Record<string, unknown>>) {}

  /** A text, also of a number; null when absent. */
  text(column: string): string | null {
    const value = this.row[column];
    return value === null || value === undefined ? null : String(value as string | number);
  }

  /** A text; empty when absent. */
  required(column: string): string {
    return this.text(column) ?? '';
  }

  number(column: string, otherwise: number): number {
    const value = Number(this.row[column] ?? otherwise);
    return Number.isFinite(value) ? value : otherwise;
  }

  flag(column: string, otherwise = false): boolean {
    const value = this.row[column];
    return typeof value === 'boolean' ? value : otherwise;
  }

  /** A time as ISO 8601; columns without a time zone are in UTC. Null before year 1, or never. */
  time(column: string): string | null {
    const value = this.text(column);
    if (value === null) return null;
    const isZoned = /(?:Z|[+-]\d\d(?::?\d\d)?)$/.test(value);
    const time = isZoned || !/T\d/.test(value) ? value : `${value}Z`;
    return Number.isNaN(Date.parse(time)) ? null : time;
  }

  /** JSON; some columns contain it as a text. */
  json(column: string, otherwise: unknown): unknown {
    const value = this.row[column] ?? otherwise;
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value) ?? otherwise;
    } catch {
      return otherwise;
    }
  }

  /** The objects of a list in JSON. */
  rows(column: string): JsonRow[] {
    const value = this.json(column, []);
    const items: unknown[] = Array.isArray(value) ? value : [];
    return items
      .filter((one) => typeof one === 'object' && one !== null)
      .map((one) => new JsonRow(one as Record<string, unknown>));
  }

  /** An object in JSON; empty when absent. */
  part(column: string): JsonRow {
    const value = this.json(column, null);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return new JsonRow(isObject ? (value as Record<string, unknown>) : {});
  }

  /** The texts of a list in JSON. */
  texts(column: string): string[] {
    const value = this.json(column, []);
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  }
}
