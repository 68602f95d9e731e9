import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import { TagTypeService } from './tag-type.service.js';
import {
  CreateTagDto,
  OneTagResponse,
  OneTagTypeResponse,
  SentTagTypeResponse,
  TagListResponse,
  TagParams,
  TagsOfTypeParams,
  TagTypeDto,
  TagTypeListResponse,
  TagTypeParams,
  UpdateTagTypeDto,
  ValidTagTypeResponse,
} from './tag.dto.js';
import { TagReadModel } from './tag.read-model.js';
import { TagService } from './tag.service.js';

const location = ({ tag: { type, value } }: OneTagResponse): string =>
  `tags/${encodeURIComponent(type)}/${encodeURIComponent(value)}`;

/** Manages tags. */
@ApiTags('Tags')
@Controller('api/admin/tags')
export class TagController {
  constructor(
    private readonly tags: TagService,
    private readonly reads: TagReadModel,
  ) {}

  /** Lists all tags. */
  @Get()
  @Endpoint({ id: 'getTags', permission: 'NONE', response: TagListResponse })
  list(@CurrentCaller() caller: Caller): Promise<Json<TagListResponse>> {
    return this.reads.list(caller);
  }

  /** Creates a tag. */
  @Post()
  @Endpoint({
    id: 'createTag',
    permission: 'UPDATE_FEATURE',
    place: 'anywhere',
    status: 201,
    response: OneTagResponse,
    location,
    refusals: [409],
  })
  create(@Body() dto: CreateTagDto, @CurrentCaller() caller: Caller): Promise<OneTagResponse> {
    return this.tags.create(dto, caller);
  }

  /** Lists the tags of a type. */
  @Get(':type')
  @Endpoint({
    id: 'getTagsByType',
    permission: 'NONE',
    response: TagListResponse,
    neverRefuses: [404],
  })
  listOfType(
    @Param() { type }: TagsOfTypeParams,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<TagListResponse>> {
    return this.reads.list(caller, type);
  }

  /** Reads a tag. */
  @Get(':type/:value')
  @Endpoint({ id: 'getTag', permission: 'NONE', response: OneTagResponse })
  get(
    @Param() { type, value }: TagParams,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<OneTagResponse>> {
    return this.reads.get(type, value, caller);
  }

  /** Deletes a tag and removes it from all features. Does nothing when it does not exist. */
  @Delete(':type/:value')
  @Endpoint({
    id: 'deleteTag',
    permission: 'UPDATE_FEATURE',
    place: 'anywhere',
    neverRefuses: [404],
  })
  delete(@Param() at: TagParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.tags.delete(at, caller);
  }
}

const typeLocation = ({ name }: SentTagTypeResponse): string =>
  `tag-types/${encodeURIComponent(name)}`;

/** Manages tag types. */
@ApiTags('Tags')
@Controller('api/admin/tag-types')
export class TagTypeController {
  constructor(
    private readonly types: TagTypeService,
    private readonly reads: TagReadModel,
  ) {}

  /** Lists all tag types. */
  @Get()
  @Endpoint({ id: 'getTagTypes', permission: 'NONE', response: TagTypeListResponse })
  list(): Promise<Json<TagTypeListResponse>> {
    return this.reads.types();
  }

  /** Creates a tag type and returns the request. */
  @Post()
  @Endpoint({
    id: 'createTagType',
    permission: 'CREATE_TAG_TYPE',
    status: 201,
    response: SentTagTypeResponse,
    location: typeLocation,
    refusals: [409],
  })
  create(@Body() dto: TagTypeDto, @CurrentCaller() caller: Caller): Promise<SentTagTypeResponse> {
    return this.types.create(dto, caller);
  }

  /** Checks whether a tag type is valid and its name is free. */
  @Post('validate')
  @Endpoint({
    id: 'validateTagType',
    reads: true,
    permission: 'NONE',
    response: ValidTagTypeResponse,
    refusals: [409],
  })
  validate(@Body() dto: TagTypeDto): Promise<ValidTagTypeResponse> {
    return this.types.validate(dto);
  }

  /** Reads a tag type. */
  @Get(':name')
  @Endpoint({ id: 'getTagType', permission: 'NONE', response: OneTagTypeResponse })
  get(@Param() { name }: TagTypeParams): Promise<Json<OneTagTypeResponse>> {
    return this.reads.type(name);
  }

  /** Changes description and icon of a tag type; omitted properties stay. */
  @Put(':name')
  @Endpoint({ id: 'updateTagType', permission: 'UPDATE_TAG_TYPE' })
  update(
    @Param() { name }: TagTypeParams,
    @Body() dto: UpdateTagTypeDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.types.update(name, dto, caller);
  }

  /** Deletes a tag type with its tags, and removes them from all features. */
  @Delete(':name')
  @Endpoint({ id: 'deleteTagType', permission: 'DELETE_TAG_TYPE' })
  delete(@Param() { name }: TagTypeParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.types.delete(name, caller);
  }
}
