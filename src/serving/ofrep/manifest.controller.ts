import { Controller, Get, Header, Headers, Query, Res, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import { BadDataError, NotFoundError } from '../../platform/errors/general.errors.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import { sendTagged, type Tagged, tagged } from '../../platform/http/tagged.js';
import { PayloadSchemaReadModel } from '../../flags/feature/payload-schema/payload-schema.read-model.js';
import type { EvaluableFeatures } from '../sdk-api/snapshot/evaluable-cache.js';
import { ServedFeatures } from '../sdk-api/snapshot/served-features.js';
import { SnapshotAgeInterceptor } from '../sdk-api/snapshot/snapshot-age.interceptor.js';
import { MANIFEST_PATH, manifestOf } from './manifest.js';
import { ManifestErrorResponse, ManifestQueryDto, ManifestResponse } from './ofrep.dto.js';

type Manifest = Tagged<Json<ManifestResponse>>;

/** A manifest, and the schemas that it was made with. */
interface Kept {
  schemas: ReadonlyMap<string, object>;
  manifest: Promise<Manifest>;
}

/** The manifest of the OpenFeature command line, from which it generates typed code. */
@ApiTags('OpenFeature')
@Controller(MANIFEST_PATH)
@UseInterceptors(SnapshotAgeInterceptor)
export class ManifestController {
  private readonly kept = new WeakMap<EvaluableFeatures, Kept>();

  constructor(
    private readonly served: ServedFeatures,
    private readonly schemas: PayloadSchemaReadModel,
  ) {}

  /**
   * Describes all flags that the caller sees, with the types of their values in an environment.
   * `openfeature pull` and `flags types` read it.
   */
  @Get()
  @Header('X-Manifest-Capabilities', 'read')
  @Endpoint({
    id: 'getFlagManifest',
    permission: ['CLIENT', 'FRONTEND', 'NONE'],
    response: ManifestResponse,
    conditional: true,
    refusals: [404],
    refusal: ManifestErrorResponse,
  })
  async manifest(
    @Query() { environment: named }: ManifestQueryDto,
    @CurrentCaller() caller: Caller,
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json<ManifestResponse> | undefined> {
    const environment = environmentOf(caller, named);
    const state = await this.served.forEvaluation(environment, caller.projects);
    if (!this.served.held(environment))
      throw new NotFoundError(`There is no environment "${environment}".`);
    return sendTagged(await this.manifestFor(caller, state), known, response);
  }

  /** That of tokens is kept until something changes; users do not see the same projects. */
  private async manifestFor(caller: Caller, state: EvaluableFeatures): Promise<Manifest> {
    const schemas = await this.schemas.enforced();
    const all = [...state.features.values()];
    if (caller.kind === 'user') {
      const seen = all.filter(({ project }) => caller.sees(project));
      return manifestOf(seen, schemas).then(tagged);
    }
    let kept = this.kept.get(state);
    if (kept?.schemas !== schemas)
      this.kept.set(state, (kept = { schemas, manifest: manifestOf(all, schemas).then(tagged) }));
    return kept.manifest;
  }
}

/** The environment of the token, or the one that is named. @throws BadDataError */
function environmentOf({ environment }: Caller, named: string | undefined): string {
  if (environment !== undefined && (named === undefined || named === environment))
    return environment;
  if (environment === undefined && named !== undefined) return named;
  throw new BadDataError(
    environment === undefined
      ? 'Name an environment in the parameter "environment", or use a client token.'
      : `The token is for the environment "${environment}", which the parameter may only repeat.`,
  );
}
