import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CurrentCaller, CurrentReader } from '../../../core/auth/current-caller.js';
import type { Reader } from '../../../platform/database/database.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { IdPipe } from '../../../platform/http/validation/id.pipe.js';
import {
  GroupDto,
  GroupResponse,
  GroupSearchQuery,
  GroupSearchResponse,
  GroupsResponse,
} from './group.dto.js';
import { GroupReadModel } from './group.read-model.js';
import { GroupService } from './group.service.js';

const permission = 'ADMIN';
const params = { groupId: 'Id of the group, a whole number.' };

/** Manages groups, whose members share roles. */
@ApiTags('Users')
@Controller('api/admin/groups')
export class GroupController {
  constructor(
    private readonly groups: GroupService,
    private readonly reads: GroupReadModel,
  ) {}

  /** Lists all groups with their members. */
  @Get()
  @Endpoint({ id: 'getGroups', permission, response: GroupsResponse })
  list(): Promise<Json<GroupsResponse>> {
    return this.reads.list();
  }

  /** Creates a group. */
  @Post()
  @Endpoint({
    id: 'createGroup',
    confirm: 'sensitive',
    permission,
    status: 201,
    response: GroupResponse,
    location: (group: string) => `groups/${(JSON.parse(group) as GroupResponse).id}`,
    refusals: [409],
  })
  create(@Body() dto: GroupDto, @CurrentCaller() caller: Caller): Promise<Json<GroupResponse>> {
    return this.groups.create(dto, caller);
  }

  /** Reads a group with its members. */
  @Get(':groupId')
  @Endpoint({ id: 'getGroup', permission, params, response: GroupResponse })
  get(@Param('groupId', IdPipe) id: number): Promise<Json<GroupResponse>> {
    return this.reads.get(id);
  }

  /**
   * Changes a group. Omitted properties stay unchanged; a list of members replaces the current one.
   */
  @Put(':groupId')
  @Endpoint({
    id: 'updateGroup',
    confirm: 'sensitive',
    permission,
    params,
    response: GroupResponse,
    refusals: [409],
  })
  update(
    @Param('groupId', IdPipe) id: number,
    @Body() dto: GroupDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<GroupResponse>> {
    return this.groups.update(id, dto, caller);
  }

  /** Deletes a group. Its members lose the roles they had through it. */
  @Delete(':groupId')
  @Endpoint({ id: 'deleteGroup', permission, params })
  delete(@Param('groupId', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.groups.delete(id, caller);
  }
}

/** Searches groups. */
@ApiTags('Users')
@Controller('api/admin/search/groups')
export class GroupSearchController {
  constructor(private readonly groups: GroupReadModel) {}

  /**
   * Finds groups by a part of their name or description, in pages and with their first members.
   */
  @Get()
  @Endpoint({
    id: 'findGroups',
    cost: 'search',
    permission: 'ADMIN',
    response: GroupSearchResponse,
    refusals: [429],
  })
  find(
    @Query() query: GroupSearchQuery,
    @CurrentReader() reader: Reader,
  ): Promise<Json<GroupSearchResponse>> {
    return this.groups.find(query, reader);
  }
}
