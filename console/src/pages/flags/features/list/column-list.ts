/** What can be shown of features beside their switches, in this order. */
export const FACTS = [
  ...(['reach', 'usage', 'lastChange', 'owners', 'project', 'type', 'stage'] as const),
  ...(['state', 'tags', 'description'] as const),
  ...(['createdBy', 'createdAt', 'lastSeenAt', 'evaluations', 'segments'] as const),
];
export type Fact = (typeof FACTS)[number];

/** What the list reads for its page, once the rows are there. */
const DETAILS: readonly Fact[] = ['reach', 'usage', 'lastChange', 'owners'];
/** What everybody sees who has chosen nothing. */
const USUAL: readonly Fact[] = [...DETAILS, 'project'];

export const isDetail = (fact: Fact): boolean => DETAILS.includes(fact);
export const hasDetails = ({ facts }: Choice): boolean => facts.some(isDetail);

export interface Choice {
  facts: readonly Fact[];
  /** The environments that are shown; undefined for all. */
  environments?: readonly string[];
}

const ENVIRONMENT = 'environment:';

/**
 * What a text such as `createdAt,environment:production` chooses; unknown names are left out.
 * Without a text, it is what is usual in the list of one project or of all.
 */
export function choiceOf(text: string | undefined, isOfProject: boolean): Choice {
  if (text === undefined)
    return { facts: isOfProject ? USUAL.filter((fact) => fact !== 'project') : USUAL };
  const names = text.split(',');
  const environments = names
    .filter((name) => name.startsWith(ENVIRONMENT))
    .map((name) => name.slice(ENVIRONMENT.length));
  return {
    facts: FACTS.filter((fact) => names.includes(fact)),
    ...(environments.length > 0 ? { environments } : {}),
  };
}

/** The same as a list of names. Nothing but names of features is a choice, too. */
export function namesOf({ facts, environments = [] }: Choice): string[] {
  const names = [...facts, ...environments.map((name) => ENVIRONMENT + name)];
  return names.length > 0 ? names : ['none'];
}
