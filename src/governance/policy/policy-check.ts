import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Tx, WriteChecks } from '../../core/event/tx.js';
import { FeatureNamingRules } from '../../flags/project/feature-naming.js';
import { ApiError, MAX_DETAILS } from '../../platform/errors/api-error.js';
import type { PolicyResponse } from './policy.dto.js';
import { approvalViolations, type Saved, type Violation, violationsOf } from './policy-rules.js';
import {
  APPROVALS,
  FACTS_OF,
  type FeatureFacts,
  READ_ENFORCED,
  type StoredPolicy,
  USES_OF_SEGMENTS,
} from './policy.sql.js';

/** The code of the notices of the trigger `note_for_policies`. */
const SOMETHING_WRITTEN = 'FF002';
/** Features that are read and checked at once: each may have hundreds of violations. */
const FEATURES = 100;

/** A policy of the project or of the instance refuses what is saved. */
export class PolicyViolationError extends ApiError {
  readonly status = 403;
}

/** What the trigger says was written. */
type Noted =
  | { kind: 'new' | 'tags'; feature: string }
  | { kind: 'on'; feature: string; environment: string }
  | { kind: 'strategy'; feature: string; strategy: string }
  | { kind: 'segment'; segment: number }
  | { kind: 'approvals'; project: string; environment: string };

/** What was saved of a feature, while it is collected. */
interface Collected extends Saved {
  on: Set<string>;
  strategies: Set<string>;
}

/**
 * Refuses what breaks an enforced policy, before its unit ends: triggers note what was written, so
 * that no way of writing can be forgotten. Turning off is nothing that they note. See ADR 67.
 */
@Injectable()
export class PolicyCheck implements OnModuleInit {
  constructor(
    private readonly checks: WriteChecks,
    private readonly naming: FeatureNamingRules,
  ) {}

  onModuleInit(): void {
    this.checks.add(SOMETHING_WRITTEN, (notes, tx) =>
      this.requireFollowed(
        notes.map((note) => JSON.parse(note) as Noted),
        tx,
      ),
    );
  }

  /** Whether the names of features match the pattern of a policy. */
  async wellNamed(
    { namePattern }: PolicyResponse,
    names: readonly string[],
  ): Promise<(name: string) => boolean> {
    const wrong = new Set(await this.naming.unfollowing({ pattern: namePattern ?? null }, names));
    return (name) => !wrong.has(name);
  }

  private async requireFollowed(noted: readonly Noted[], tx: Tx): Promise<void> {
    const saved = await savedBy(noted, tx);
    const names = [...saved.keys()];
    for (let start = 0; start < names.length; start += FEATURES) {
      const facts = await tx.query(FACTS_OF, [names.slice(start, start + FEATURES)]);
      const policies = await policiesOf(
        facts.map(({ project }) => project),
        tx,
      );
      for (const policy of policies) refuse(await this.broken(policy, facts, saved), policy, tx);
    }
    await requireApprovals(noted, tx);
  }

  private async broken(
    { project, policy }: StoredPolicy,
    facts: readonly FeatureFacts[],
    saved: ReadonlyMap<string, Saved>,
  ): Promise<Violation[]> {
    const concerned = facts.filter((one) => project === null || one.project === project);
    const fresh = concerned.filter(({ name }) => saved.get(name)!.isNew).map(({ name }) => name);
    const isWellNamed = await this.wellNamed(policy, fresh);
    return concerned.flatMap((one) =>
      violationsOf(one, saved.get(one.name)!, policy, isWellNamed(one.name)),
    );
  }
}

/** What was saved, by feature. */
async function savedBy(noted: readonly Noted[], tx: Tx): Promise<Map<string, Saved>> {
  const saved = new Map<string, Collected>();
  const of = (feature: string): Collected => {
    const none = {
      isNew: false,
      tags: false,
      on: new Set<string>(),
      strategies: new Set<string>(),
    };
    const known = saved.get(feature) ?? none;
    saved.set(feature, known);
    return known;
  };
  const segments: number[] = [];
  for (const note of noted) {
    if (note.kind === 'new') of(note.feature).isNew = true;
    if (note.kind === 'tags') of(note.feature).tags = true;
    if (note.kind === 'on') of(note.feature).on.add(note.environment);
    if (note.kind === 'strategy') of(note.feature).strategies.add(note.strategy);
    if (note.kind === 'segment') segments.push(note.segment);
  }
  if (segments.length > 0)
    for (const { feature, strategy } of await tx.query(USES_OF_SEGMENTS, [segments]))
      of(feature).strategies.add(strategy);
  return saved;
}

/** @throws PolicyViolationError when approvals were lowered too far. */
async function requireApprovals(noted: readonly Noted[], tx: Tx): Promise<void> {
  const places = noted.filter((note) => note.kind === 'approvals');
  if (places.length === 0) return;
  const keyOf = (place: { project: string; environment: string }): string =>
    JSON.stringify([place.project, place.environment]);
  const lowered = new Set(places.map(keyOf));
  const projects = places.map(({ project }) => project);
  const found = (await tx.query(APPROVALS, [projects])).filter((one) => lowered.has(keyOf(one)));
  for (const stored of await policiesOf(projects, tx)) {
    const { project, policy } = stored;
    const concerned = found.filter((one) => project === null || one.project === project);
    refuse(
      concerned.flatMap((place) => approvalViolations(policy, place)),
      stored,
      tx,
    );
  }
}

function policiesOf(projects: readonly string[], tx: Tx): Promise<StoredPolicy[]> {
  return tx.query(READ_ENFORCED, [[...new Set(projects)]]);
}

/**
 * Says which rules are broken, by what, and what would be right, as far as the actor sees it.
 * @throws PolicyViolationError
 */
export function refuse(
  violations: readonly Violation[],
  { project }: Pick<StoredPolicy, 'project'>,
  actor: Pick<Tx, 'sees'>,
): void {
  if (violations.length === 0) return;
  const seen = violations.filter((one) => actor.sees(one.project));
  const reasons = seen.slice(0, 1).map(({ rule, message }) => `refuses this (${rule}). ${message}`);
  if (seen.length > 1) reasons.push(`There are ${seen.length} such problems.`);
  if (reasons.length === 0) reasons.push('refuses this.');
  if (seen.length < violations.length) reasons.push('Something that you cannot see breaks it.');
  throw new PolicyViolationError(
    `${whose(project, actor)} ${reasons.join(' ')}`,
    seen.slice(0, MAX_DETAILS).map(({ rule, message }) => ({ message, path: `/policy/${rule}` })),
  );
}

function whose(project: string | null, actor: Pick<Tx, 'sees'>): string {
  if (project === null) return 'The policy of the instance';
  return actor.sees(project) ? `The policy of "${project}"` : 'A policy that you cannot see';
}
