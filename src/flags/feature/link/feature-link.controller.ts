import { Body, Controller, Delete, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { FeatureParams } from '../feature.dto.js';
import { FeatureLinkService } from './feature-link.service.js';
import { FeatureLinkDto, FeatureLinkParams } from './link.dto.js';

const permission = 'UPDATE_FEATURE';
const status = 204;

/** Manages the links of features. A feature shows its links. */
@ApiTags('Features')
@Controller('api/admin/projects/:projectId/features/:featureName/link')
export class FeatureLinkController {
  constructor(private readonly links: FeatureLinkService) {}

  /** Adds a link to a page elsewhere, such as a ticket. A feature can have 50. */
  @Post()
  @Endpoint({ id: 'createFeatureLink', permission, status })
  add(
    @Param() at: FeatureParams,
    @Body() dto: FeatureLinkDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.links.add(at, dto, caller);
  }

  /** Replaces the URL and the title of a link. */
  @Put(':linkId')
  @Endpoint({ id: 'updateFeatureLink', permission, status })
  replace(
    @Param() at: FeatureLinkParams,
    @Body() dto: FeatureLinkDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.links.replace(at, dto, caller);
  }

  /** Removes a link. */
  @Delete(':linkId')
  @Endpoint({ id: 'deleteFeatureLink', permission, status })
  remove(@Param() at: FeatureLinkParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.links.remove(at, caller);
  }
}
