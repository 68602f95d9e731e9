import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { CurrentCaller } from '../auth/access.guard.js';
import type { Caller } from '../auth/caller/caller.js';
import { Endpoint } from '../http/endpoint.js';
import type { Json } from '../http/json.js';
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

/** The kinds of tags. */
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

  /** Creates a tag type, and answers what was sent. */
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

  /** Tells whether a tag type can be created. */
  @Post('validate')
  @Endpoint({
    id: 'validateTagType',
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

  /** Changes the description and the icon of a tag type; what is left out stays. */
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

  /** Deletes a tag type together with its tags, and takes them off all features. */
  @Delete(':name')
  @Endpoint({ id: 'deleteTagType', tag, permission: 'DELETE_TAG_TYPE', refusals: [404] })
  delete(@Param() { name }: TagTypeParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.types.delete(name, caller);
  }
}
