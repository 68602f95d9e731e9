const PROPERTY = /^properties\[([^[\]]+)\](.*)$/;

/**
 * Parses the context in a query such as `?userId=7&properties[plan]=pro`. The general query parser
 * is not used, because it treats `properties[7]` as a list element. Repeated names become lists,
 * deeper nesting objects.
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
