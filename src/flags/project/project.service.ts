import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { makeOwner } from '../../core/auth/permissions/project-roles.js';
import type { Actor } from '../../core/event/actor.js';
import { Namesakes } from '../../core/event/namesakes.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import {
  BadDataError,
  ExceedsLimitError,
  NameExistsError,
} from '../../platform/errors/general.errors.js';
import { approvalEventOf, writeRequiredApprovals } from './project-environment-writer.js';
import { FeatureNamingRules } from './feature-naming.js';
import { idTaken, underFreeId } from './project-id.js';
import { lockLiveProject } from '../../core/event/live-project.js';
import { lockEnvironments, MinimumOneEnvironmentError } from './project-lock.js';
import type {
  ChangeRequestEnvironmentDto,
  ChangeRequestEnvironmentResponse,
  CreateProjectDto,
  ProjectCreatedResponse,
  UpdateProjectDto,
  UpdateProjectSettingsDto,
} from './project.dto.js';
import { Project } from './project.entity.js';
import {
  ADD_ENVIRONMENTS,
  ADD_PROJECT,
  ADD_UNLESS_TAKEN,
  COUNT,
  ENABLED_ENVIRONMENTS,
  LIST_ENVIRONMENTS,
  READ_IN_EVENT,
  WAS_PRIVATE,
} from './project.sql.js';

/** Maximum number of projects, including archived ones. */
export const MAX_PROJECTS = 1_000;

/** Settings of a project; omitted ones stay. */
export type ProjectSettings = Partial<
  Pick<
    Project,
    | 'name'
    | 'description'
    | 'mode'
    | 'defaultStickiness'
    | 'featureLimit'
    | 'featureNaming'
    | 'linkTemplates'
  >
>;

/** Creates and changes projects. */
@Injectable()
export class ProjectService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly naming: FeatureNamingRules,
    private readonly namesakes: Namesakes,
  ) {}

  /**
   * Creates a project with its environments; its creator becomes the owner. Without an id, one is
   * derived from the name.
   * @throws NameExistsError when the id is taken, also by an archived project.
   * @throws NotFoundError when an environment is unknown.
   * @throws MinimumOneEnvironmentError when no environment is enabled.
   * @throws BadDataError when approvals are required in an environment that it does not have, or
   * twice in one.
   * @throws ExceedsLimitError when there are too many projects.
   */
  async create(dto: CreateProjectDto, actor: Actor): Promise<ProjectCreatedResponse> {
    return this.unitOfWork.run(actor, async (tx) => {
      await requireRoom(tx);
      const id = await insert(dto, tx);
      const environments = await addEnvironments(id, dto.environments, tx);
      await this.namesakes.withdraw({ kind: 'projects', name: id }, tx);
      // Checked after the insert, because "id is taken" is the more useful error.
      const { name, description, mode, defaultStickiness, featureLimit } = await shownProject(
        tx,
        id,
      );
      const project = {
        id,
        name,
        ...(description === null ? {} : { description }),
        featureLimit,
        mode,
        defaultStickiness,
        environments,
      };
      const approvals = approvalsIn(environments, dto.changeRequestEnvironments ?? []);
      await tx.record({ type: 'project-created', project: id, data: project });
      await requireApprovals(id, approvals, tx);
      await makeOwner(id, tx);
      return approvals.length > 0 ? { ...project, changeRequestEnvironments: approvals } : project;
    });
  }

  /**
   * Changes a project. Omitted properties stay.
   * @throws NotFoundError when there is no such live project.
   */
  async update(projectId: string, dto: UpdateProjectDto, actor: Actor): Promise<void> {
    const { name, description, mode, defaultStickiness, featureLimit } = dto;
    await this.change(
      projectId,
      { name, description, mode, defaultStickiness, featureLimit },
      actor,
    );
  }

  /**
   * Changes settings of a project. Omitted properties stay.
   * @throws NotFoundError when there is no such live project.
   * @throws BadDataError when the naming rule is invalid.
   */
  async updateSettings(
    projectId: string,
    { mode, featureNaming, linkTemplates }: UpdateProjectSettingsDto,
    actor: Actor,
  ): Promise<void> {
    const naming = featureNaming && (await this.naming.namingOf(featureNaming));
    const links = linkTemplates?.map(({ title, urlTemplate }) => ({
      title: title || null,
      urlTemplate,
    }));
    await this.change(projectId, { mode, featureNaming: naming, linkTemplates: links }, actor);
  }

  /** Gives a project the settings that it had before. */
  async restoreSettings(projectId: string, settings: ProjectSettings, actor: Actor): Promise<void> {
    await this.change(projectId, settings, actor);
  }

  private async change(projectId: string, wanted: ProjectSettings, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      await lockLiveProject(tx, projectId, 'update');
      const before = await shownProject(tx, projectId);
      const differs = ([property, value]: [string, unknown]): boolean =>
        value !== undefined && !isDeepStrictEqual(value, before[property as keyof Project]);
      const change = Object.fromEntries(Object.entries(wanted).filter(differs)) as ProjectSettings;
      if (Object.keys(change).length === 0) return;
      await tx.repo(Project).update({ id: projectId }, { ...change, updatedAt: new Date() });
      await tx.record({
        type: 'project-updated',
        project: projectId,
        data: await shownProject(tx, projectId),
        preData: before,
      });
    });
  }
}

/**
 * Limits the number of projects, since each request of a person reads which ones are hidden from
 * them. Projects are created rarely, so their creations wait for each other.
 * @throws ExceedsLimitError
 */
async function requireRoom(tx: Tx): Promise<void> {
  await tx.lockName('setup', 'projects');
  const [row] = await tx.query(COUNT);
  if (row!.count >= MAX_PROJECTS)
    throw new ExceedsLimitError(
      `There can be at most ${MAX_PROJECTS} projects, including archived ones. Delete one first.`,
    );
}

async function insert(dto: CreateProjectDto, tx: Tx): Promise<string> {
  const { name, mode = 'open', defaultStickiness = 'default', featureLimit = null } = dto;
  const attempt = async (statement: typeof ADD_PROJECT, id: string): Promise<boolean> => {
    const description = dto.description ?? null;
    const values = [id, name, description, mode, defaultStickiness, featureLimit] as const;
    return (await tx.query(statement, values)).length > 0;
  };
  if (dto.id && !tx.sees(dto.id)) throw idTaken(dto.id);
  if (dto.id) await requireNeverPrivate(dto.id, tx);
  if (!dto.id) return underFreeId(tx, name, (id) => attempt(ADD_UNLESS_TAKEN, id));
  await attempt(ADD_PROJECT, dto.id);
  return dto.id;
}

/**
 * The id of a deleted private project cannot be reused, because its history would become visible.
 * @throws NameExistsError
 */
async function requireNeverPrivate(id: string, tx: Tx): Promise<void> {
  if ((await tx.query(WAS_PRIVATE, [id])).length === 0) return;
  throw new NameExistsError(
    `The id "${id}" belonged to a private project that was deleted. Choose another id, since ` +
      'members of the new project would see the history of that one.',
  );
}

/**
 * Adds environments to a new project, by default all enabled ones.
 * @returns Their names in order.
 */
async function addEnvironments(
  projectId: string,
  wanted: readonly string[] | undefined,
  tx: Tx,
): Promise<string[]> {
  const names = wanted?.length
    ? wanted
    : (await tx.query(ENABLED_ENVIRONMENTS)).map((row) => row.name);
  if (names.length === 0)
    throw new MinimumOneEnvironmentError(
      'A project needs at least one environment, but none is enabled. Name the environments ' +
        'of the project.',
    );
  await lockEnvironments(tx, names);
  await tx.query(ADD_ENVIRONMENTS, [projectId, [...new Set(names)]]);
  return (await tx.query(LIST_ENVIRONMENTS, [projectId])).map((row) => row.name);
}

/**
 * Where changes in a new project require approvals.
 * @throws BadDataError when an environment is missing or named twice.
 */
function approvalsIn(
  environments: readonly string[],
  wanted: readonly ChangeRequestEnvironmentDto[],
): ChangeRequestEnvironmentResponse[] {
  const names = wanted.map(({ name }) => name);
  const unknown = names.find((name) => !environments.includes(name));
  if (unknown !== undefined)
    throw new BadDataError(
      `The project does not have the environment "${unknown}" of changeRequestEnvironments. Add ` +
        'it to environments, or remove it there.',
    );
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw new BadDataError(`changeRequestEnvironments names the environment "${twice}" twice.`);
  return wanted.map(({ name, requiredApprovals = 1 }) => ({ name, requiredApprovals }));
}

async function requireApprovals(
  project: string,
  approvals: readonly ChangeRequestEnvironmentResponse[],
  tx: Tx,
): Promise<void> {
  for (const { name: environment, requiredApprovals } of approvals)
    await writeRequiredApprovals({ projectId: project, environment }, requiredApprovals, tx);
  await tx.recordAll(
    approvals.map((one) => approvalEventOf(project, one.name, null, one.requiredApprovals)),
  );
}

async function shownProject(tx: Tx, id: string): Promise<Project> {
  const [row] = await tx.query(READ_IN_EVENT, [id]);
  return row!.project;
}
