import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import { CreateTagDto } from './tag.dto.js';
import { TagParams, TagsOfTypeParams } from './tag.params.js';
import { TagReadModel } from './tag.read-model.js';
import { OneTagResponse, TagListResponse } from './tag.response.js';
import { TagService } from './tag.service.js';

const tag = 'Tags';
const location = ({ tag: { type, value } }: OneTagResponse): string =>
  `tags/${encodeURIComponent(type)}/${encodeURIComponent(value)}`;

/** Manages tags. */
@Controller('api/admin/tags')
export class TagController {
  constructor(
    private readonly tags: TagService,
    private readonly reads: TagReadModel,
  ) {}

  /** Lists all tags. */
  @Get()
  @Endpoint({ id: 'getTags', tag, permission: 'NONE', response: TagListResponse })
  list(@CurrentCaller() caller: Caller): Promise<Json<TagListResponse>> {
    return this.reads.list(caller);
  }

  /** Creates a tag. */
  @Post()
  @Endpoint({
    id: 'createTag',
    tag,
    permission: 'UPDATE_FEATURE',
    place: 'anywhere',
    status: 201,
    response: OneTagResponse,
    location,
    refusals: [400, 409, 413, 415],
  })
  create(@Body() dto: CreateTagDto, @CurrentCaller() caller: Caller): Promise<OneTagResponse> {
    return this.tags.create(dto, caller);
  }

  /** Lists the tags of a type. */
  @Get(':type')
  @Endpoint({ id: 'getTagsByType', tag, permission: 'NONE', response: TagListResponse })
  listOfType(
    @Param() { type }: TagsOfTypeParams,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<TagListResponse>> {
    return this.reads.list(caller, type);
  }

  /** Reads a tag. */
  @Get(':type/:value')
  @Endpoint({ id: 'getTag', tag, permission: 'NONE', response: OneTagResponse, refusals: [404] })
  get(
    @Param() { type, value }: TagParams,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<OneTagResponse>> {
    return this.reads.get(type, value, caller);
  }

  /** Deletes a tag and removes it from all features. Does nothing when it does not exist. */
  @Delete(':type/:value')
  @Endpoint({ id: 'deleteTag', tag, permission: 'UPDATE_FEATURE', place: 'anywhere' })
  delete(@Param() at: TagParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.tags.delete(at, caller);
  }
}
