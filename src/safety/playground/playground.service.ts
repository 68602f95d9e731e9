import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import {
  ApplicationService,
  type ChangedByRequest,
} from '../../governance/change-request/application.service.js';
import { ClientFeaturesReadModel } from '../../serving/sdk-api/client-features.read-model.js';
import {
  type NamedFeature,
  type NamedFeatures,
  withChanges,
} from '../../serving/sdk-api/client-features.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import type { Reader } from '../../platform/database/database.js';
import { BadDataError } from '../../platform/errors/general.errors.js';
import { JsonParts } from '../../platform/http/json.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import { ConstraintPreparation } from '../../serving/evaluation/constraint-preparation.js';
import { type EditLink, Evaluation } from './evaluation.js';
import { FormerFeatures } from './former-features.js';
import {
  combinations,
  flatContext,
  type GivenContext,
  givenContext,
  requireShortTexts,
  sdkContext,
} from './given-context.js';
import type { AdvancedPlaygroundDto, PlaygroundDto } from './playground.dto.js';
import type { AdvancedPlaygroundResponse, PlaygroundResponse } from './playground.response.js';

/** Counts the characters of a response while it is built. */
class LimitedAnswer {
  private length = 0;

  constructor(private readonly megabytes: number) {}

  /**
   * Adds a part of the response as JSON.
   * @throws BadDataError when the response becomes too large.
   */
  json(part: object): string {
    const json = JSON.stringify(part);
    return this.add(json, json.length);
  }

  /**
   * Adds a part of the response and counts the given number of characters.
   * @throws BadDataError as {@link json}.
   */
  add(part: string, characters: number): string {
    this.require(characters);
    this.length += characters;
    return part;
  }

  /** @throws BadDataError when this many more characters would make the response too large. */
  require(more: number): void {
    if (this.length + more <= this.megabytes * 1_048_576) return;
    throw new BadDataError(
      `The response would be larger than ${this.megabytes} MiB. Choose fewer projects, ` +
        'environments or values, or a smaller context.',
    );
  }
}

/** Maximum number of results in a response. */
const MAX_RESULTS = 15_000;
/** Maximum number of contexts multiplied by environments, regardless of the number of features. */
const MAX_COMBINATIONS = 1000;
/** Maximum number of environments of a past moment, each of which is rebuilt from history. */
const MAX_FORMER_ENVIRONMENTS = 10;

/** Results of a feature by environment, as JSON. */
interface Results {
  projectId: string;
  environments: Map<string, string[]>;
}

/** How much is evaluated. */
interface Extent {
  at: string | undefined;
  projects: string[] | '*' | undefined;
  environments: number;
  contexts: number;
}

/** What is evaluated. */
interface Subject {
  /** A moment of the past; now when absent. */
  at?: string | undefined;
  /** Changes what was read before it is evaluated. */
  adjust?: (found: NamedFeatures) => Promise<NamedFeatures>;
}

/**
 * Evaluates visible features like SDKs do, with reasons. Responses are built as JSON result by
 * result, so that an oversized one is refused early.
 */
@Injectable()
export class PlaygroundService {
  constructor(
    private readonly features: ClientFeaturesReadModel,
    private readonly former: FormerFeatures,
    private readonly preparation: ConstraintPreparation,
    private readonly applications: ApplicationService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws BadDataError when the context is invalid, or the response would be too large.
   * @throws HistoryNotKeptError, HistoryIncompleteError, HistoryTooLongError of a past moment.
   */
  async evaluate(
    request: PlaygroundDto,
    caller: Caller,
    reader: Reader,
    { at }: Subject = {},
  ): Promise<JsonParts<PlaygroundResponse>> {
    const { environment, projects, context: sent } = request;
    const { context, echo } = await givenContext(sent);
    requireShortTexts(context);
    const answer = this.newAnswer();
    const input = answer.json({ environment, ...(projects ? { projects } : {}), context: echo });
    const read = await this.readerOf(
      { at, projects, environments: 1, contexts: 1 },
      caller,
      reader,
    );
    const found = await read(environment);
    const features: string[] = [];
    for await (const [feature, evaluation] of this.inTurns(found, context, environment, at)) {
      const { name, project: projectId } = feature;
      features.push(answer.json({ name, projectId, ...evaluation.of(feature) }));
    }
    return new JsonParts(partsOf(features, `"input":${input}`));
  }

  /**
   * Evaluates the features of a project in an environment as if a change request was applied. Only
   * reading what it changes takes place with the changes made, because that is locked meanwhile.
   * @throws NotFoundError when there is no change request that the caller may see.
   * @throws ChangeRequestStateError, ChangeNotApplicableError when it cannot be applied.
   * @throws BadDataError as {@link evaluateAll}.
   */
  async evaluateChangeRequest(
    id: number,
    context: Record<string, unknown>,
    caller: Caller,
    reader: Reader,
  ): Promise<JsonParts<AdvancedPlaygroundResponse>> {
    const { projectId, environment } = await this.applications.find(id, caller);
    const request = { environments: [environment], projects: [projectId], context };
    const adjust = async (found: NamedFeatures): Promise<NamedFeatures> => {
      const changes = await this.applications.rehearse(id, caller, async (changed) => ({
        names: changed.features,
        now: await this.changedFeatures(environment, projectId, changed, caller, reader),
      }));
      return withChanges(found, changes);
    };
    return this.evaluateAll(request, caller, reader, { adjust });
  }

  /**
   * @throws BadDataError when the context is invalid, or there is too much to evaluate.
   * @throws HistoryNotKeptError, HistoryIncompleteError, HistoryTooLongError of a past moment.
   */
  async evaluateAll(
    request: AdvancedPlaygroundDto,
    caller: Caller,
    reader: Reader,
    { at, adjust }: Subject = {},
  ): Promise<JsonParts<AdvancedPlaygroundResponse>> {
    const { environments, projects, context: sent } = request;
    const { context, unusable, echo } = await givenContext(sent);
    const contexts = combinations(context);
    const names = [...new Set(environments)];
    requireFew(1, names.length, contexts.count, MAX_COMBINATIONS);
    const size = { environments: names.length, contexts: contexts.count };
    const readIn = await this.readerOf({ at, projects, ...size }, caller, reader);
    const answer = this.newAnswer();
    const input = answer.json({ environments, ...(projects ? { projects } : {}), context: echo });
    const warnings =
      unusable.length > 0
        ? `,"warnings":${answer.json({ invalidContextProperties: unusable })}`
        : '';
    const features = new Map<string, Results>();
    for (const environment of names) {
      const read = await readIn(environment);
      const found = adjust ? await adjust(read) : read;
      for (let index = 0; index < contexts.count; index++)
        await this.collect(features, found, contexts.at(index), environment, answer, at);
    }
    return new JsonParts(partsOf(featuresJson(features), `"input":${input}${warnings}`));
  }

  /**
   * Reads the features of an environment. What is there now is counted before anything is read; how
   * many features there were is known only afterwards.
   * @throws BadDataError when there is too much to evaluate.
   */
  private async readerOf(
    { at, projects, environments, contexts }: Extent,
    caller: Caller,
    reader: Reader,
  ): Promise<(environment: string) => Promise<NamedFeatures>> {
    const names = chosen(projects);
    const requireFewOf = (features: number): void =>
      requireFew(features, environments, contexts, MAX_RESULTS);
    if (at === undefined) {
      requireFewOf(await this.features.count(names, caller, reader));
      return (environment) => this.featuresIn(environment, names, caller, reader);
    }
    if (environments > MAX_FORMER_ENVIRONMENTS)
      throw new BadDataError(
        `At most ${MAX_FORMER_ENVIRONMENTS} environments of the past can be evaluated at once.`,
      );
    const bounds = { maxBytes: this.maxBytes, requireFew: requireFewOf };
    return async (environment) =>
      (await this.former.named(at, environment, names, bounds, caller, reader)) ??
      this.tooLarge(environment);
  }

  /**
   * The response repeats the features that are read, so they have the same size limit.
   * @throws BadDataError
   */
  private async featuresIn(
    environment: string,
    names: string[] | null,
    caller: Caller,
    reader: Reader,
  ): Promise<NamedFeatures> {
    const found = await this.features.named(environment, names, this.maxBytes, caller, reader);
    return found ?? this.tooLarge(environment);
  }

  /** @throws BadDataError as {@link featuresIn}. */
  private async changedFeatures(
    environment: string,
    projectId: string,
    changed: ChangedByRequest,
    caller: Caller,
    reader: Reader,
  ): Promise<NamedFeatures> {
    const { features, maxBytes } = this;
    const found = await features.someNamed(
      environment,
      projectId,
      changed,
      maxBytes,
      caller,
      reader,
    );
    return found ?? this.tooLarge(environment);
  }

  private get maxBytes(): number {
    return this.config.answerMegabytes * 1_048_576;
  }

  private tooLarge(environment: string): never {
    throw new BadDataError(
      `The features in the environment "${environment}" are larger than ` +
        `${this.config.answerMegabytes} MiB in total. Choose fewer projects.`,
    );
  }

  private async collect(
    features: Map<string, Results>,
    found: NamedFeatures,
    context: GivenContext,
    environment: string,
    answer: LimitedAnswer,
    at: string | undefined,
  ): Promise<void> {
    const contextJson = JSON.stringify(flatContext(context));
    answer.require(found.features.length * contextJson.length);
    for await (const [feature, evaluation] of this.inTurns(found, context, environment, at)) {
      const { name, project: projectId } = feature;
      if (!features.has(name)) features.set(name, { projectId, environments: new Map() });
      const { environments } = features.get(name)!;
      if (!environments.has(environment)) environments.set(environment, []);
      const rest = answer.json({ name, environment, projectId, ...evaluation.of(feature) });
      environments
        .get(environment)!
        .push(answer.add(`{"context":${contextJson},${rest.slice(1)}`, contextJson.length));
    }
  }

  /** Iterates over features, yielding to other work regularly. */
  private async *inTurns(
    found: NamedFeatures,
    context: GivenContext,
    environment: string,
    at: string | undefined,
  ): AsyncGenerator<[NamedFeature, Evaluation]> {
    const slice = new TimeSlice();
    await slice.pause();
    const evaluation = new Evaluation(
      found,
      sdkContext(context, environment, at),
      this.editLink(environment),
      this.preparation,
    );
    for (const feature of found.features) {
      if (slice.isOver) await slice.pause();
      await evaluation.prepare(feature, slice);
      yield [feature, evaluation];
    }
  }

  private newAnswer(): LimitedAnswer {
    return new LimitedAnswer(this.config.answerMegabytes);
  }

  private editLink(environment: string): EditLink {
    return (feature, strategy) => {
      const query = new URLSearchParams({ environmentId: environment, strategyId: strategy.id });
      const [project, name] = [feature.project, feature.name].map(encodeURIComponent);
      const path = `/projects/${project}/features/${name}/strategies/edit`;
      return `${this.config.basePath}${path}?${query}`;
    };
  }
}

/** The parts of a response with a list of features, each created when it is sent. */
function* partsOf(features: Iterable<string>, rest: string): Generator<string> {
  let separator = '';
  yield '{"features":[';
  for (const feature of features) {
    yield separator + feature;
    separator = ',';
  }
  yield `],${rest}}`;
}

function* featuresJson(features: Iterable<[string, Results]>): Generator<string> {
  for (const one of features) yield featureJson(one);
}

function featureJson([name, { projectId, environments }]: [string, Results]): string {
  const results = [...environments].map(
    ([environment, list]) => `${JSON.stringify(environment)}:[${list.join()}]`,
  );
  const start = `"name":${JSON.stringify(name)},"projectId":${JSON.stringify(projectId)}`;
  return `{${start},"environments":{${results.join()}}}`;
}

function chosen(projects: string[] | '*' = '*'): string[] | null {
  return projects === '*' ? null : projects;
}

/** @throws BadDataError when there is too much to evaluate. */
function requireFew(features: number, environments: number, contexts: number, most: number): void {
  const results = features * environments * contexts;
  if (results <= most) return;
  const product =
    `${environments} environments for ${contexts} ` +
    `contexts${features > 1 ? ` and ${features} features` : ''}`;
  throw new BadDataError(
    `${product} are ${results} combinations; at most ${most} can be evaluated at once. Choose ` +
      'fewer projects, environments or values.',
  );
}
