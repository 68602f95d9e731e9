/** The name of a statement that is sent to PostgreSQL, or its text if it has none. */
export function sentName(query: unknown): string {
  const text = typeof query === 'string' ? query : ((query as { text?: string }).text ?? '');
  return /^\/\* ([\w.-]+) \*\//.exec(text)?.[1] ?? text;
}

/** Statements of periodic checks: settings, schedules, change requests and milestones. */
export const LOOKS: readonly string[] = [
  'setting.read',
  'execution.read-next',
  'scheduling.read-next',
  'progression.list-due',
];
