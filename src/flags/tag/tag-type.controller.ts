import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import { TagTypeDto, UpdateTagTypeDto } from './tag-type.dto.js';
import { TagTypeService } from './tag-type.service.js';
import { TagTypeParams } from './tag.params.js';
import { TagReadModel } from './tag.read-model.js';
import {
  OneTagTypeResponse,
  SentTagTypeResponse,
  TagTypeListResponse,
  ValidTagTypeResponse,
} from './tag.response.js';

const tag = 'Tags';
const location = ({ name }: SentTagTypeResponse): string => `tag-types/${encodeURIComponent(name)}`;

/** Manages tag types. */
@Controller('api/admin/tag-types')
export class TagTypeController {
  constructor(
    private readonly types: TagTypeService,
    private readonly reads: TagReadModel,
  ) {}

  /** Lists all tag types. */
  @Get()
  @Endpoint({ id: 'getTagTypes', tag, permission: 'NONE', response: TagTypeListResponse })
  list(): Promise<Json<TagTypeListResponse>> {
    return this.reads.types();
  }

  /** Creates a tag type and returns the request. */
  @Post()
  @Endpoint({
    id: 'createTagType',
    tag,
    permission: 'CREATE_TAG_TYPE',
    status: 201,
    response: SentTagTypeResponse,
    location,
    refusals: [400, 409, 413, 415],
  })
  create(@Body() dto: TagTypeDto, @CurrentCaller() caller: Caller): Promise<SentTagTypeResponse> {
    return this.types.create(dto, caller);
  }

  /** Checks whether a tag type is valid and its name is free. */
  @Post('validate')
  @Endpoint({
    id: 'validateTagType',
    reads: true,
    tag,
    permission: 'NONE',
    response: ValidTagTypeResponse,
    refusals: [400, 409, 413, 415],
  })
  validate(@Body() dto: TagTypeDto): Promise<ValidTagTypeResponse> {
    return this.types.validate(dto);
  }

  /** Reads a tag type. */
  @Get(':name')
  @Endpoint({
    id: 'getTagType',
    tag,
    permission: 'NONE',
    response: OneTagTypeResponse,
    refusals: [404],
  })
  get(@Param() { name }: TagTypeParams): Promise<Json<OneTagTypeResponse>> {
    return this.reads.type(name);
  }

  /** Changes description and icon of a tag type; omitted properties stay. */
  @Put(':name')
  @Endpoint({
    id: 'updateTagType',
    tag,
    permission: 'UPDATE_TAG_TYPE',
    refusals: [400, 404, 413, 415],
  })
  update(
    @Param() { name }: TagTypeParams,
    @Body() dto: UpdateTagTypeDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.types.update(name, dto, caller);
  }

  /** Deletes a tag type with its tags, and removes them from all features. */
  @Delete(':name')
  @Endpoint({ id: 'deleteTagType', tag, permission: 'DELETE_TAG_TYPE', refusals: [404] })
  delete(@Param() { name }: TagTypeParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.types.delete(name, caller);
  }
}
