import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { FeatureNamingRules } from '../../flags/project/feature-naming.js';
import { lockLiveProject, noProject } from '../../core/event/live-project.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { BadDataError } from '../../platform/errors/general.errors.js';
import { PolicyCheck } from './policy-check.js';
import type {
  PoliciesResponse,
  PolicyCheckResponse,
  PolicyDto,
  PolicyResponse,
} from './policy.dto.js';
import { approvalViolations, type Violation, violationsOf } from './policy-rules.js';
import { APPROVALS, DELETE, FACTS_AFTER, PUT, READ } from './policy.sql.js';

/** Features that are read and checked at once: each may have hundreds of violations. */
const PAGE = 100;
/** How many violations a check lists at most; all are counted. */
const MAX_LISTED = 200;

/** Characters of the name of a strategy or a context field. */
const MAX_NAME = 100;

/** The properties of a policy that are rules or belong to one, in the order of responses. */
const PROPERTIES = [
  ...(['namePattern', 'nameExample', 'requiredTags', 'ownerRequired', 'maxAgeDays'] as const),
  ...(['forbiddenStrategies', 'requiredConstraints', 'requiredApprovals'] as const),
] as const;

/** Manages the policies of projects and of the instance, and tries them on what exists. */
@Injectable()
export class PolicyService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly naming: FeatureNamingRules,
    private readonly check: PolicyCheck,
  ) {}

  /**
   * @param project null for the instance.
   * @throws NotFoundError when there is no such live project.
   */
  async get(project: string | null): Promise<PoliciesResponse> {
    const [policies] = await this.database.run(READ, [project]);
    if (!policies) throw noProject(project!);
    return policies;
  }

  /**
   * Sets a policy. What exists and breaks it stays as it is.
   * @throws BadDataError when it is no policy.
   * @throws NotFoundError when there is no such live project.
   */
  async put(project: string | null, dto: PolicyDto, caller: Caller): Promise<void> {
    const data = await this.policyOf(dto);
    await this.unitOfWork.run(caller, async (tx) => {
      const preData = await lockPolicy(project, tx);
      if (isDeepStrictEqual(data, preData)) return;
      const enforced = data.enforcement === 'refuse';
      await tx.query(PUT, [project, JSON.stringify(data), enforced]);
      const place = project === null ? {} : { project };
      await tx.record(
        preData
          ? { type: 'policy-updated', ...place, data, preData }
          : { type: 'policy-created', ...place, data },
      );
    });
  }

  /** Removes a policy. Without one nothing is changed and nothing recorded. */
  async remove(project: string | null, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      const preData = await lockPolicy(project, tx);
      if (!preData) return;
      await tx.query(DELETE, [project]);
      const place = project === null ? {} : { project };
      await tx.record({ type: 'policy-deleted', ...place, preData });
    });
  }

  /**
   * What exists and breaks a policy. Changes nothing.
   * @throws BadDataError when it is no policy.
   * @throws NotFoundError when there is no such live project.
   */
  async tryOut(
    project: string | null,
    dto: PolicyDto,
    reader: Reader,
  ): Promise<PolicyCheckResponse> {
    const policy = await this.policyOf(dto);
    await this.get(project); // There is such a project.
    const found: PolicyCheckResponse = { features: 0, counts: {}, violations: [] };
    const add = (violations: readonly Violation[]): void => {
      for (const one of violations) {
        found.counts[one.rule] = (found.counts[one.rule] ?? 0) + 1;
        if (found.violations.length < MAX_LISTED) found.violations.push(one);
      }
    };
    const projects = project === null ? null : [project];
    for (const place of await this.database.runFor(reader, APPROVALS, [projects]))
      add(approvalViolations(policy, place));
    for (let after = ''; ;) {
      const values = [project, after, PAGE] as const;
      const facts = await this.database.runFor(reader, FACTS_AFTER, values);
      const isWellNamed = await this.check.wellNamed(
        policy,
        facts.map(({ name }) => name),
      );
      for (const one of facts) add(violationsOf(one, 'everything', policy, isWellNamed(one.name)));
      found.features += facts.length;
      if (facts.length < PAGE) return found;
      after = facts.at(-1)!.name;
    }
  }

  /** @throws BadDataError when it is no policy. */
  private async policyOf(dto: PolicyDto): Promise<PolicyResponse> {
    const { namePattern, nameExample, requiredTags = [] } = dto;
    await this.naming.namingOf({ pattern: namePattern ?? null, example: nameExample ?? null });
    const wrong = requiredTags.find((tag) => !/^[^:\s]{2,50}(:\S.{0,48}\S)?$/.test(tag));
    if (wrong !== undefined) {
      const message =
        `"${wrong}" is neither a type of tags, such as team, nor a tag, such as ` + 'team:shop.';
      throw new BadDataError(message, [{ message, path: '/body/requiredTags' }]);
    }
    for (const rule of ['forbiddenStrategies', 'requiredConstraints'] as const)
      if (dto[rule]?.some((name) => name.length > MAX_NAME)) {
        const message = `Names in ${rule} have at most ${MAX_NAME} characters.`;
        throw new BadDataError(message, [{ message, path: `/body/${rule}` }]);
      }
    const rules = PROPERTIES.map((name) => [name, dto[name]] as const).filter(
      ([, value]) =>
        value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0),
    );
    const given = Object.fromEntries(rules) as Omit<PolicyDto, 'enforcement'>;
    return { ...given, enforcement: dto.enforcement ?? 'refuse' };
  }
}

/** Locks a policy, by its project or by its name. @returns It, if there is one. */
async function lockPolicy(project: string | null, tx: Tx): Promise<PolicyResponse | null> {
  if (project === null) await tx.lockName('instancePolicy', 'policy of the instance');
  else await lockLiveProject(tx, project, 'update');
  const [policies] = await tx.query(READ, [project]);
  return policies!.policy;
}
