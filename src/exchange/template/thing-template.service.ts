import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { Database, type Reader } from '../../platform/database/database.js';
import {
  BadDataError,
  ExceedsLimitError,
  NotFoundError,
} from '../../platform/errors/general.errors.js';
import type { Json } from '../../platform/http/json.js';
import { StrictPipe } from '../as-code/as-code.controller.js';
import { CodeExportService } from '../as-code/code-export.service.js';
import { DesiredStateDto } from '../as-code/desired-state.dto.js';
import { PlanService } from '../as-code/plan.service.js';
import {
  contentOfFeature,
  contentOfProject,
  filledIn,
  madeFrom,
  MAX_CONTENT,
  type Values,
} from './template-content.js';
import type {
  CreateTemplateDto,
  TemplateKind,
  TemplateResponse,
  TemplatesResponse,
  UpdateTemplateDto,
  UsedTemplateResponse,
  UseTemplateDto,
} from './thing-template.dto.js';
import {
  ADD,
  COUNT,
  DELETE,
  ENVIRONMENTS,
  LIST,
  READ,
  READ_STORED,
  type StoredTemplate,
  UPDATE,
} from './thing-template.sql.js';

/** Maximum number of templates of the instance. */
const MAX_TEMPLATES = 200;
const MAX_FEATURES = 200;
/** Maximum length of what is chosen for a parameter, in characters; of presets, too. */
const MAX_VALUE = 500;

const LOCK = ['templates', 'templates'] as const;

/**
 * Makes features and projects from templates. What a template makes is described as flags as code
 * are, and created in the same way: all of it or nothing, with the permissions of the caller.
 */
@Injectable()
export class ThingTemplateService {
  private readonly shape = new StrictPipe(DesiredStateDto);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly exports: CodeExportService,
    private readonly plans: PlanService,
  ) {}

  async list(): Promise<Json<TemplatesResponse>> {
    const [row] = await this.database.run(LIST);
    return row!.json;
  }

  /** @throws NotFoundError */
  async get(id: number): Promise<Json<TemplateResponse>> {
    const [row] = await this.database.run(READ, [id]);
    if (!row) throw unknown(id);
    return row.json;
  }

  /**
   * Makes a template from something that exists.
   * @throws NotFoundError when the caller sees no such project or feature.
   * @throws ExceedsLimitError when there are too many templates, or too many features in it.
   * @throws BadDataError when the content could not make anything.
   */
  async create(
    { from, name, description, parameters = [] }: CreateTemplateDto,
    caller: Caller,
    reader: Reader,
  ): Promise<Json<TemplateResponse>> {
    const state = await this.exports.describe(from.project, caller, reader);
    const presets = presetsOf(parameters);
    const kind: TemplateKind = from.feature === undefined ? 'project' : 'feature';
    const feature = state.features?.find((one) => one.name === from.feature);
    if (kind === 'feature' && !feature)
      throw new NotFoundError(`There is no feature "${from.feature}" in this project.`);
    const content = feature
      ? contentOfFeature(feature, presets)
      : contentOfProject(from.project, state, presets);
    requireFew(content);
    await this.stateOf({ kind, parameters, content }, samplesFor({ parameters }));
    const id = await this.unitOfWork.run(caller, async (tx) => {
      await tx.lockName(...LOCK);
      const [has] = await tx.query(COUNT);
      if (has!.count >= MAX_TEMPLATES)
        throw new ExceedsLimitError(
          `There can be at most ${MAX_TEMPLATES} templates. Delete one first.`,
        );
      const json = [JSON.stringify(parameters), JSON.stringify(content)] as const;
      const values = [kind, name, description || null, ...json, caller.userId] as const;
      const [added] = await tx.query(ADD, [...values]);
      await tx.record({ type: 'template-created', data: added!.event });
      return added!.id;
    });
    return this.get(id);
  }

  /**
   * Changes a template. What was made from it stays as it is.
   * @throws NotFoundError
   * @throws BadDataError when the content could not make anything.
   */
  async update(
    id: number,
    { name, description, parameters, content }: UpdateTemplateDto,
    caller: Caller,
  ): Promise<Json<TemplateResponse>> {
    if (content) requireFew(content);
    await this.unitOfWork.run(caller, async (tx) => {
      await tx.lockName(...LOCK);
      const [stored] = await tx.query(READ_STORED, [id]);
      if (!stored) throw unknown(id);
      const after = {
        ...stored,
        ...(parameters ? { parameters } : {}),
        ...(content ? { content } : {}),
      };
      await this.stateOf(after, samplesFor(after));
      const text = description === undefined ? null : (description ?? '');
      const [changed] = await tx.query(UPDATE, [
        id,
        name ?? null,
        text,
        parameters ? JSON.stringify(parameters) : null,
        content ? JSON.stringify(content) : null,
      ]);
      const { event: preData } = stored;
      const { event: data } = changed!;
      if (JSON.stringify(data) === JSON.stringify(preData)) return;
      await tx.record({ type: 'template-updated', data, preData });
    });
    return this.get(id);
  }

  /** @throws NotFoundError */
  async delete(id: number, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      await tx.lockName(...LOCK);
      const [stored] = await tx.query(READ_STORED, [id]);
      if (!stored) throw unknown(id);
      await tx.query(DELETE, [id]);
      await tx.record({ type: 'template-deleted', preData: stored.event });
    });
  }

  /**
   * Makes a feature or a project.
   * @throws NotFoundError without such a template, or without the project of the feature.
   * @throws BadDataError when a value leads to something invalid.
   * @throws ConflictError when something exists already.
   * @throws PermissionError and others as the single operations.
   */
  async use(id: number, dto: UseTemplateDto, caller: Caller): Promise<UsedTemplateResponse> {
    const { project, name, values = {} } = dto;
    const [stored] = await this.database.run(READ_STORED, [id]);
    if (!stored) throw unknown(id);
    const { kind } = stored;
    const state = await this.inProject(
      await this.stateOf(stored, { ...values, project, name }),
      kind,
      project,
      caller,
    );
    const features = (state.features ?? []).map((one) => one.name);
    const create = await this.plans.toCreate(state, caller);
    if (dto.dryRun) await this.unitOfWork.rehearse(create);
    else
      await this.unitOfWork.together(async () => {
        await create();
        await this.unitOfWork.run(caller, (tx) =>
          tx.record({
            type: 'template-used',
            project,
            data: { id, name: stored.name, kind, made: name },
          }),
        );
      });
    return { project, features };
  }

  /**
   * Turns features off, and leaves out what the project of a feature does not have.
   * @throws NotFoundError when the caller sees no such project.
   */
  private async inProject(
    state: DesiredStateDto,
    kind: TemplateKind,
    project: string,
    caller: Caller,
  ): Promise<DesiredStateDto> {
    if (kind === 'project') return madeFrom(state, undefined);
    const [found] = await this.database.run(ENVIRONMENTS, [project]);
    if (!found || !caller.sees(project))
      throw new NotFoundError(`There is no project "${project}".`);
    return madeFrom(state, found.environments);
  }

  /**
   * @throws BadDataError when a value is missing or too long, or leads to something invalid.
   * @throws ExceedsLimitError when the result would be too long.
   */
  private async stateOf(
    { kind, parameters, content }: Pick<StoredTemplate, 'kind' | 'parameters' | 'content'>,
    values: Values & { project: string },
  ): Promise<DesiredStateDto> {
    const all = { ...presetsOf(parameters), ...values };
    const known = new Set(['project', 'name', ...parameters.map(({ name }) => name)]);
    const unknown = Object.keys(values).find((name) => !known.has(name));
    if (unknown !== undefined)
      throw wrong(`The template has no parameter "${unknown}".`, `values/${unknown}`);
    const long = Object.keys(values).find((name) => values[name]!.length > MAX_VALUE);
    if (long !== undefined)
      throw wrong(`"${long}" has at most ${MAX_VALUE} characters.`, `values/${long}`);
    const missing = parameters.find(({ name }) => !Object.hasOwn(all, name));
    if (missing) throw wrong(`Choose a value for "${missing.name}".`, `values/${missing.name}`);
    const state = await this.shape.transform(filledIn(content, all));
    requireOne(kind, state, values.project);
    return state;
  }
}

/** Values with which a template is tried that nobody uses yet. */
function samplesFor({
  parameters,
}: Pick<StoredTemplate, 'parameters'>): Values & { project: string } {
  const some = parameters
    .filter(({ preset }) => preset === undefined)
    .map(({ name }) => [name, 'value']);
  return { ...(Object.fromEntries(some) as Values), project: 'project', name: 'name' };
}

/**
 * What is made has to be what was asked for: making nothing, or something elsewhere, would need no
 * permission in the project, and its history would tell of it nevertheless.
 * @throws BadDataError
 */
function requireOne(
  kind: TemplateKind,
  { projects = [], features = [] }: DesiredStateDto,
  project: string,
): void {
  const made =
    kind === 'project' ? projects.map(({ id }) => id) : features.map((one) => one.project);
  if (made.length === 1 && made[0] === project) return;
  throw wrong(
    kind === 'project'
      ? 'The template has to make one project, with the id {{project}}.'
      : 'The template has to make one feature, in the project {{project}}.',
    'content',
  );
}

/** What parameters are that nobody chooses. */
function presetsOf(parameters: readonly { name: string; preset?: string }[]): Values {
  return Object.fromEntries(
    parameters.flatMap(({ name, preset }) => (preset === undefined ? [] : [[name, preset]])),
  ) as Values;
}

/** @throws ExceedsLimitError */
function requireFew(content: object): void {
  const { features } = content as { features?: unknown };
  const count = Array.isArray(features) ? features.length : 0;
  if (count > MAX_FEATURES)
    throw new ExceedsLimitError(
      `A template makes at most ${MAX_FEATURES} features, and these are ${count}.`,
    );
  if (JSON.stringify(content).length > MAX_CONTENT)
    throw new ExceedsLimitError(`A template has at most ${MAX_CONTENT} characters.`);
}

function wrong(message: string, part: string): BadDataError {
  return new BadDataError(message, [{ message, path: `/body/${part}` }]);
}

function unknown(id: number): NotFoundError {
  return new NotFoundError(`There is no template with the id ${id}.`);
}
