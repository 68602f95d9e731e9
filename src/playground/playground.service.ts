import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller.js';
import { setImmediate } from 'node:timers/promises';
import { ClientFeaturesReadModel } from '../client/client-features.read-model.js';
import type { NamedFeature, NamedFeatures } from '../client/client-features.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { BadDataError } from '../http/errors.js';
import { type EditLink, Evaluation } from './evaluation.js';
import { combinations, flat, type GivenContext, givenContext, sdkContext } from './given-context.js';
import type { AdvancedPlaygroundDto, PlaygroundDto } from './playground.dto.js';
import type { AdvancedPlaygroundResponse, AdvancedPlaygroundResultResponse, PlaygroundResponse } from './playground.response.js';

/** How many results an answer of several contexts and environments can hold: the answer grows with each. */
const MAX_RESULTS = 15_000;
/** How many contexts in environments can be asked for at once, however few the features. */
const MAX_COMBINATIONS = 1000;
/** How many features are evaluated before others have their turn. */
const TURN = 200;

/** What came out for a feature, by environment. */
interface Results {
  projectId: string;
  environments: Map<string, AdvancedPlaygroundResultResponse[]>;
}

/** Evaluates features for a context as SDKs do, those of which the caller may know, and says why. It changes nothing. */
@Injectable()
export class Playground {
  constructor(
    private readonly features: ClientFeaturesReadModel,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws BadDataError when the context is not what SDKs take. */
  async evaluate(asked: PlaygroundDto, caller: Caller): Promise<PlaygroundResponse> {
    const { environment, projects, context: sent } = asked;
    const { context, echo } = await givenContext(sent);
    const found = await this.features.named(environment, chosen(projects), caller);
    const features: PlaygroundResponse['features'] = [];
    for await (const [feature, evaluation] of this.inTurns(found, context, environment)) {
      const hasUnsatisfiedDependency = evaluation.hasUnsatisfiedDependency(feature);
      features.push({ name: feature.name, projectId: feature.project, hasUnsatisfiedDependency, ...evaluation.of(feature) });
    }
    return { features, input: { environment, ...(projects ? { projects } : {}), context: echo } };
  }

  /** @throws BadDataError when the context is not what SDKs take, or there is too much to evaluate. */
  async evaluateAll(asked: AdvancedPlaygroundDto, caller: Caller): Promise<AdvancedPlaygroundResponse> {
    const { environments, projects, context: sent } = asked;
    const { context, unusable, echo } = await givenContext(sent);
    const contexts = combinations(context);
    const names = [...new Set(environments)];
    requireFew(1, names.length, contexts.length, MAX_COMBINATIONS);
    const features = new Map<string, Results>();
    for (const environment of names) {
      const found = await this.features.named(environment, chosen(projects), caller);
      requireFew(found.features.length, names.length, contexts.length, MAX_RESULTS);
      for (const one of contexts) await this.collect(features, found, one, environment);
    }
    return {
      features: [...features].map(([name, { projectId, environments: by }]) => ({ name, projectId, environments: Object.fromEntries(by) })),
      input: { environments, ...(projects ? { projects } : {}), context: echo },
      ...(unusable.length > 0 ? { warnings: { invalidContextProperties: unusable } } : {}),
    };
  }

  private async collect(features: Map<string, Results>, found: NamedFeatures, context: GivenContext, environment: string): Promise<void> {
    for await (const [feature, evaluation] of this.inTurns(found, context, environment)) {
      const { name, project: projectId } = feature;
      if (!features.has(name)) features.set(name, { projectId, environments: new Map() });
      const { environments } = features.get(name)!;
      if (!environments.has(environment)) environments.set(environment, []);
      environments.get(environment)!.push({ name, environment, context: flat(context), projectId, ...evaluation.of(feature) });
    }
  }

  /** The features one by one, others having their turn now and then. */
  private async *inTurns(found: NamedFeatures, context: GivenContext, environment: string): AsyncGenerator<[NamedFeature, Evaluation]> {
    const evaluation = new Evaluation(found, sdkContext(context, environment), this.editLink(environment));
    for (const [index, feature] of found.features.entries()) {
      if (index % TURN === 0) await setImmediate();
      yield [feature, evaluation];
    }
  }

  private editLink(environment: string): EditLink {
    return (feature, strategy) => {
      const query = new URLSearchParams({ environmentId: environment, strategyId: strategy.id });
      const [project, name] = [feature.project, feature.name].map(encodeURIComponent);
      return `${this.config.basePath}/projects/${project}/features/${name}/strategies/edit?${query}`;
    };
  }
}

function chosen(projects: string[] | '*' = '*'): string[] | null {
  return projects === '*' ? null : projects;
}

/** @throws BadDataError when there is more than is answered at once. */
function requireFew(features: number, environments: number, contexts: number, most: number): void {
  const results = features * environments * contexts;
  if (results <= most) return;
  const product = `${environments} environments for ${contexts} contexts${features > 1 ? ` and ${features} features` : ''}`;
  throw new BadDataError(
    `${product} are ${results} combinations; at most ${most} can be asked for at once. Choose fewer projects, environments or values.`,
  );
}
