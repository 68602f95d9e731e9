import type { PolicyResponse, PolicyViolationResponse, RuleName } from './policy.dto.js';
import type { FeatureFacts, PlaceFacts, StrategyFacts } from './policy.sql.js';

/** What of a feature was saved, so that it has to follow the rules. */
export interface Saved {
  /** It is new, or new in its project. */
  isNew: boolean;
  /** It lost tags. */
  tags: boolean;
  /** The environments in which it was turned on. */
  on: ReadonlySet<string>;
  /** Ids of its strategies. */
  strategies: ReadonlySet<string>;
}

/** A rule that something breaks. */
export type Violation = PolicyViolationResponse;

/** Environments of the type production of projects, with the approvals that changes require. */
interface RequiredApprovals {
  project: string;
  environment: string;
  requiredApprovals: number;
}

/** The violations by a feature of what was saved of it, or by all of it. */
export function violationsOf(
  feature: FeatureFacts,
  saved: Saved | 'everything',
  policy: PolicyResponse,
  isWellNamed: boolean,
): Violation[] {
  const all = saved === 'everything';
  const isOn = all || feature.production.some(({ environment }) => saved.on.has(environment));
  const about = { project: feature.project, feature: feature.name };
  return [
    ...(all || saved.isNew ? nameViolations(policy, about, isWellNamed) : []),
    ...(isOn || all || saved.isNew || saved.tags ? tagViolations(policy, about, feature) : []),
    ...(isOn || all || saved.isNew ? ownerViolations(policy, about, feature) : []),
    ...feature.production.flatMap((place) => {
      const strategies = place.strategies.filter(
        ({ id }) => all || saved.on.has(place.environment) || saved.strategies.has(id),
      );
      const isSaved = all || saved.on.has(place.environment) || strategies.length > 0;
      return isSaved ? placeViolations(policy, feature, place, strategies, all) : [];
    }),
  ];
}

interface About {
  project: string;
  feature: string;
}

function violation(
  rule: RuleName,
  about: { project: string; feature?: string; environment?: string; strategyId?: string },
  message: string,
): Violation {
  const { project, feature = null, environment = null, strategyId = null } = about;
  return { rule, project, feature, environment, strategyId, message };
}

function nameViolations(
  { namePattern, nameExample }: PolicyResponse,
  about: About,
  isWellNamed: boolean,
): Violation[] {
  if (namePattern === undefined || isWellNamed) return [];
  const example = nameExample === undefined ? '' : `, such as ${nameExample}`;
  return [
    violation(
      'namePattern',
      about,
      `The name "${about.feature}" does not match ^${namePattern}$: choose one that ` +
        `does${example}.`,
    ),
  ];
}

function tagViolations(
  { requiredTags = [] }: PolicyResponse,
  about: About,
  { tags }: FeatureFacts,
): Violation[] {
  const has = (wanted: string): boolean =>
    wanted.includes(':') ? tags.includes(wanted) : tags.some((tag) => tag.startsWith(`${wanted}:`));
  return requiredTags
    .filter((wanted) => !has(wanted))
    .map((wanted) =>
      violation(
        'requiredTags',
        about,
        wanted.includes(':')
          ? `The feature "${about.feature}" does not have the tag "${wanted}": add it.`
          : `The feature "${about.feature}" has no tag of the type "${wanted}": add one.`,
      ),
    );
}

function ownerViolations(
  { ownerRequired }: PolicyResponse,
  about: About,
  { hasOwner }: FeatureFacts,
): Violation[] {
  if (!ownerRequired || hasOwner) return [];
  const message = `The project "${about.project}" has no owner: make a user or a group its owner.`;
  return [violation('ownerRequired', about, message)];
}

function placeViolations(
  policy: PolicyResponse,
  feature: FeatureFacts,
  place: PlaceFacts,
  strategies: readonly StrategyFacts[],
  isDryRun: boolean,
): Violation[] {
  const { environment } = place;
  const about = { project: feature.project, feature: feature.name, environment };
  return [
    ...ageViolations(policy, about, feature),
    ...strategies.flatMap((strategy) => strategyViolations(policy, about, strategy)),
    // Otherwise each feature would be listed for it.
    ...(isDryRun ? [] : approvalViolations(policy, { ...place, project: feature.project })),
  ];
}

function ageViolations(
  { maxAgeDays }: PolicyResponse,
  about: About & { environment: string },
  { ageDays, isPassing }: FeatureFacts,
): Violation[] {
  if (maxAgeDays === undefined || !isPassing || ageDays <= maxAgeDays) return [];
  const message =
    `The feature "${about.feature}" is ${ageDays} days old, and at most ${maxAgeDays} are ` +
    'allowed: archive it, or give it a type without an expected lifetime if it is to stay.';
  return [violation('maxAgeDays', about, message)];
}

function strategyViolations(
  { forbiddenStrategies = [], requiredConstraints = [] }: PolicyResponse,
  place: About & { environment: string },
  { id: strategyId, name, fields }: StrategyFacts,
): Violation[] {
  const about = { ...place, strategyId };
  const where = `of the feature "${place.feature}" in "${place.environment}"`;
  const forbidden = forbiddenStrategies.includes(name)
    ? [
        violation(
          'forbiddenStrategies',
          about,
          `The strategy "${name}" ${where} must not be used in production: use another one.`,
        ),
      ]
    : [];
  const missing = requiredConstraints
    .filter((field) => !fields.includes(field))
    .map((field) =>
      violation(
        'requiredConstraints',
        about,
        `The strategy "${name}" ${where} has no constraint on "${field}": add one, or a segment ` +
          'that has one.',
      ),
    );
  return [...forbidden, ...missing];
}

/** The violation by an environment of a project in which changes require too few approvals. */
export function approvalViolations(
  { requiredApprovals: needed }: PolicyResponse,
  { project, environment, requiredApprovals }: RequiredApprovals,
): Violation[] {
  if (needed === undefined || requiredApprovals >= needed) return [];
  const message =
    `Changes in "${environment}" of the project "${project}" require ${requiredApprovals} ` +
    `approvals: let at least ${needed} be required there.`;
  return [violation('requiredApprovals', { project, environment }, message)];
}
