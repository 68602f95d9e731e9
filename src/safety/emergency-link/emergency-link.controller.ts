import { Body, Controller, Delete, Get, Ip, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { IdPipe } from '../../platform/http/validation/id.pipe.js';
import { TO_TURN_OFF } from '../../flags/preview/change-guard/change-guard.dto.js';
import { ProjectParams } from '../../flags/project/project.dto.js';
import {
  EmergencyLinkDto,
  EmergencyLinkPageResponse,
  EmergencyLinksResponse,
  NewEmergencyLinkResponse,
} from './emergency-link.dto.js';
import { pageAfter, pageBefore, WantsPage } from './emergency-link-page.js';
import { EmergencyLinkService } from './emergency-link.service.js';
import { EmergencyLinkUse } from './emergency-link-use.js';

const LINKS = 'api/admin/projects/:projectId/emergency-links';
const secretParam = { secret: 'The secret of the link.' };

/** Manages emergency links, and turns off what they are for. */
@ApiTags('Emergency Links')
@Controller()
export class EmergencyLinkController {
  constructor(
    private readonly links: EmergencyLinkService,
    private readonly uses: EmergencyLinkUse,
  ) {}

  /** Lists the emergency links of a project, without their secrets. */
  @Get(LINKS)
  @Endpoint({ id: 'getEmergencyLinks', permission: 'NONE', response: EmergencyLinksResponse })
  list(@Param() { projectId }: ProjectParams): Promise<EmergencyLinksResponse> {
    return this.links.list(projectId);
  }

  /**
   * Creates an emergency link. Whoever has it can turn off a feature, or the features with a tag,
   * in one environment, without signing in, in the name of the caller. Only this response contains
   * its address.
   */
  @Post(LINKS)
  @Endpoint({
    id: 'createEmergencyLink',
    secrets: ['url'],
    confirm: 'sensitive',
    permission: TO_TURN_OFF,
    place: 'anywhere',
    status: 201,
    response: NewEmergencyLinkResponse,
  })
  create(
    @Param() { projectId }: ProjectParams,
    @Body() dto: EmergencyLinkDto,
    @CurrentCaller() caller: Caller,
  ): Promise<NewEmergencyLinkResponse> {
    return this.links.create(projectId, dto, caller);
  }

  /** Revokes an emergency link, which then turns nothing off. */
  @Delete(`${LINKS}/:id`)
  @Endpoint({
    id: 'revokeEmergencyLink',
    inMaintenance: true,
    permission: TO_TURN_OFF,
    place: 'anywhere',
    status: 204,
    params: { id: 'Id of the link.' },
  })
  revoke(
    @Param() { projectId }: ProjectParams,
    @Param('id', IdPipe) id: number,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.links.revoke(projectId, id, caller);
  }

  /** Shows what an emergency link turns off: a page for browsers, JSON for others. */
  @Get('emergency/:secret')
  @Endpoint({
    id: 'getEmergencyLinkPage',
    permission: 'PUBLIC',
    response: EmergencyLinkPageResponse,
    alternative: 'text/html',
    refusals: [403, 410],
    params: secretParam,
  })
  async show(
    @Param('secret') secret: string,
    @Ip() address: string,
    @WantsPage() wantsPage: boolean,
  ): Promise<EmergencyLinkPageResponse | string> {
    const link = await this.uses.show(secret, address);
    return wantsPage ? pageBefore(link) : link;
  }

  /**
   * Turns off what an emergency link is for, at once: without a guard, and where approvals are
   * required if its owner may skip them. Body, query and headers mean nothing.
   */
  @Post('emergency/:secret')
  @Endpoint({
    id: 'useEmergencyLink',
    switch: 'off',
    permission: 'PUBLIC',
    response: EmergencyLinkPageResponse,
    alternative: 'text/html',
    refusals: [400, 403, 410, 429],
    params: secretParam,
  })
  async turnOff(
    @Param('secret') secret: string,
    @Ip() address: string,
    @WantsPage() wantsPage: boolean,
  ): Promise<EmergencyLinkPageResponse | string> {
    const link = await this.uses.turnOff(secret, address);
    return wantsPage ? pageAfter(link) : link;
  }
}
