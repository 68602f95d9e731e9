import type { Actor } from '../../event/actor.js';

/** A reason for a refusal. */
export interface Reason {
  /** Description, such as `the feature "checkout"`. */
  name: string;
  /** The project it belongs to; null for the whole instance. */
  project: string | null;
}

/** Lists the reasons of a refusal: visible ones by name, and whether there are hidden ones. */
export function namesFor({ hiddenProjects = [] }: Actor, reasons: readonly Reason[]): string[] {
  const open = reasons.filter(
    ({ project }) => project === null || !hiddenProjects.includes(project),
  );
  return [
    ...open.map(({ name }) => name),
    ...(open.length < reasons.length ? ['something that you cannot see'] : []),
  ];
}
