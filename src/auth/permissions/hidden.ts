import type { Actor } from '../../event/actor.js';

/** Something that a refusal gives as its reason. */
export interface Reason {
  /** In words, like `the feature "checkout"`. */
  name: string;
  /** The project that it belongs to; null for the whole instance. */
  project: string | null;
}

/**
 * What a refusal tells of its reasons: by name those that the actor may know of, and that there are
 * others.
 */
export function namesFor({ hiddenProjects = [] }: Actor, reasons: readonly Reason[]): string[] {
  const open = reasons.filter(
    ({ project }) => project === null || !hiddenProjects.includes(project),
  );
  return [
    ...open.map(({ name }) => name),
    ...(open.length < reasons.length ? ['something that you cannot see'] : []),
  ];
}
