const PROPERTY = /^properties\[([^[\]]+)\](.*)$/;

/**
 * The context that the query of a URL tells, as `?userId=7&properties[plan]=pro`. It is read here,
 * as a property may have any name: whoever reads brackets in general takes `properties[7]` for the
 * element of a list. What comes more than once is a list, and what is nested deeper an object.
 */
export function contextOfQuery(url: string): Record<string, unknown> {
  const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '');
  const fields = new Map<string, unknown>();
  const properties = new Map<string, unknown>();
  for (const [name, value] of query) {
    const [, property, deeper] = PROPERTY.exec(name) ?? [];
    if (property === undefined) add(fields, name, value);
    else add(properties, property, deeper ? { [deeper]: value } : value);
  }
  if (properties.size > 0) add(fields, 'properties', Object.fromEntries(properties));
  return Object.fromEntries(fields);
}

function add(to: Map<string, unknown>, name: string, value: unknown): void {
  to.set(name, to.has(name) ? [to.get(name), value] : value);
}
