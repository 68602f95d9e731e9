import { Injectable } from '@nestjs/common';
import type { Actor } from '../../core/event/actor.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { ExceedsLimitError, NotFoundError } from '../../platform/errors/general.errors.js';
import type { FeatureParams } from '../feature/feature.dto.js';
import { notFound } from '../feature/feature.read-model.js';
import { noProject } from '../../core/event/live-project.js';
import {
  type CodePlaceResponse,
  type CodeScanDto,
  type CodeScanResponse,
  type FeatureCodeReferencesResponse,
  MOST_LISTED,
  type ProjectCodeReferencesResponse,
} from './code-reference.dto.js';
import {
  COUNT_REPOSITORIES,
  DELETE_REPOSITORY,
  FIND_REPOSITORY,
  PUT_REPOSITORY,
  READ_FEATURE,
  READ_PROJECT,
  READ_REPOSITORY,
  REPLACE_REFERENCES,
  type StoredPlace,
} from './code-reference.sql.js';

/** Maximum number of repositories of a project. */
const MOST_REPOSITORIES = 50;

/** Keeps where code names features: files and lines, and no code. */
@Injectable()
export class CodeReferenceService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
  ) {}

  /**
   * Replaces the references of a repository. Nothing is recorded when these, the address of lines
   * and whether some are missing stay the same.
   * @throws NotFoundError when there is no such project.
   * @throws ExceedsLimitError when the project has too many repositories.
   */
  async put(projectId: string, dto: CodeScanDto, actor: Actor): Promise<CodeScanResponse> {
    const { repository, revision = null, urlTemplate = null, complete = true, references } = dto;
    return this.unitOfWork.run(actor, async (tx) => {
      const isNew = await admit(projectId, repository, tx);
      const values = [revision || null, urlTemplate || null, complete] as const;
      const [put] = await tx.query(PUT_REPOSITORY, [projectId, repository, ...values]);
      const { id, isOther } = put!;
      const [counts] = await tx.query(REPLACE_REFERENCES, [id, JSON.stringify(references)]);
      const { added, removed, referenceCount } = counts!;
      const data = {
        ...{ repository, revision: revision || null, urlTemplate: urlTemplate || null, complete },
        ...{ referenceCount, added, removed },
      };
      if (isNew || isOther || added + removed > 0)
        await tx.record({ type: 'code-references-updated', project: projectId, data });
      const [stored] = await tx.query(READ_REPOSITORY, [id]);
      return { ...stored!.repository, ...counts! };
    });
  }

  /**
   * Forgets a repository with its references.
   * @throws NotFoundError when the project has no such repository.
   */
  async remove(projectId: string, id: number, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const [removed] = await tx.query(DELETE_REPOSITORY, [projectId, id]);
      if (!removed)
        throw new NotFoundError(`There is no repository ${id} in the project "${projectId}".`);
      const preData = { repository: removed.name, revision: removed.revision };
      await tx.record({ type: 'code-references-removed', project: projectId, preData });
    });
  }

  /** @throws NotFoundError when there is no such project. */
  async ofProject(projectId: string, reader: Reader): Promise<ProjectCodeReferencesResponse> {
    const [row] = await this.database.runFor(reader, READ_PROJECT, [projectId, MOST_LISTED]);
    if (!row) throw noProject(projectId);
    const obsolete = row.answer.obsolete.map(({ feature, reason, repository, ...place }) => ({
      ...{ feature, reason, repository },
      ...shown(place),
    }));
    return { ...row.answer, obsolete };
  }

  /** @throws NotFoundError when the project has no such feature, live or archived. */
  async ofFeature(
    { projectId, featureName }: FeatureParams,
    reader: Reader,
  ): Promise<FeatureCodeReferencesResponse> {
    const values = [projectId, featureName, MOST_LISTED] as const;
    const [row] = await this.database.runFor(reader, READ_FEATURE, values);
    if (!row) throw notFound({ projectId, featureName });
    const repositories = row.answer.repositories.map(({ places, ...repository }) => ({
      ...repository,
      references: places.map(shown),
    }));
    return { total: row.answer.total, repositories };
  }
}

/**
 * Keeps a project from being deleted, and makes sure that it has room for a repository.
 * @returns Whether the repository is new.
 * @throws NotFoundError, ExceedsLimitError
 */
async function admit(project: string, repository: string, tx: Tx): Promise<boolean> {
  const known = (await tx.query(FIND_REPOSITORY, [project, repository])).length > 0;
  // Only those who add one have to wait for each other.
  const wanted = known ? { keyShare: [project] } : { noKeyUpdate: [project] };
  const { projects } = await tx.lock({ projects: wanted });
  if (projects.length === 0) throw noProject(project);
  if (known) return false;
  const [found] = await tx.query(COUNT_REPOSITORIES, [project]);
  const isAdded = (await tx.query(FIND_REPOSITORY, [project, repository])).length > 0;
  if (isAdded || found!.count < MOST_REPOSITORIES) return !isAdded;
  throw new ExceedsLimitError(
    `A project can have references of at most ${MOST_REPOSITORIES} repositories. Remove one first.`,
  );
}

function shown({ file, line, revision, urlTemplate }: StoredPlace): CodePlaceResponse {
  const path = file.split('/').map(encodeURIComponent).join('/');
  const url = urlTemplate
    ?.replaceAll('{{revision}}', () => encodeURIComponent(revision ?? 'HEAD'))
    .replaceAll('{{file}}', () => path)
    .replaceAll('{{line}}', String(line));
  return { file, line, url: url ?? null };
}
