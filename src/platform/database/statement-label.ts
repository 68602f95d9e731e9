/** The name that {@link statement} writes before a statement, also after DECLARE of a cursor. */
const NAME = /^.{0,60}?\/\* ([a-z0-9.-]+) \*\//s;
/** What TypeORM writes for a repository. Values are parameters, so they are not part of it. */
const COMMAND = /^\s*([A-Za-z]+)(?:\s+(?:(?:INTO|FROM)\s+)?"(\w+)")?/;

/**
 * The name of a statement, or its command and table if it has none, such as `INSERT project`. It
 * contains no values.
 */
export function labelOf(statement: unknown): string {
  if (typeof statement === 'string') return labelOfText(statement);
  const { name, text } = (statement ?? {}) as { name?: unknown; text?: unknown };
  if (typeof name === 'string') return name;
  return typeof text === 'string' ? labelOfText(text) : 'statement';
}

function labelOfText(text: string): string {
  const [, name] = NAME.exec(text) ?? [];
  if (name !== undefined) return name;
  const [, command = 'statement', table] = COMMAND.exec(text) ?? [];
  return table === undefined ? command.toUpperCase() : `${command.toUpperCase()} ${table}`;
}
