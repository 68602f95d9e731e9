import {
  Body,
  type CanActivate,
  Controller,
  createParamDecorator,
  Delete,
  type ExecutionContext,
  Get,
  Injectable,
  Param,
  Patch,
  type PipeTransform,
  Post,
  Put,
  Query,
  UseGuards,
} from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import { CurrentReader } from '../../../core/auth/current-caller.js';
import type { Reader } from '../../../platform/database/database.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { DirectoryGroups } from './directory-groups.js';
import { type DirectoryAccess, DirectorySettingsService } from './directory-settings.service.js';
import { DirectoryUsers } from './directory-users.js';
import {
  ScimAttributesDto,
  ScimBulkDto,
  ScimBulkResponse,
  ScimConfigResponse,
  ScimDescriptionResponse,
  ScimDescriptionsResponse,
  ScimErrorResponse,
  ScimGroupDto,
  ScimGroupResponse,
  ScimGroupsResponse,
  ScimPatchDto,
  ScimSearchDto,
  ScimUserDto,
  ScimUserResponse,
  ScimUsersResponse,
} from './scim.dto.js';
import { ScimBulk } from './scim-bulk.js';
import { MAX_BYTES, RESOURCE_TYPES, SCHEMAS, SERVICE_PROVIDER_CONFIG } from './scim-discovery.js';
import { SCIM_JSON, SCIM_PATH, ScimError } from './scim-error.js';
import { listed } from './scim-resource.js';
import type { Request } from 'express';

/** A request of the directory. */
interface DirectoryRequest extends Request {
  directory?: DirectoryAccess;
}

/** Lets only the directory pass, before its body is read. */
@Injectable()
class DirectoryGuard implements CanActivate {
  constructor(private readonly settings: DirectorySettingsService) {}

  /** @throws ApiError when it is not the directory, or manages nothing. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<DirectoryRequest>();
    request.directory = await this.settings.identify(request.headers.authorization, request.ip);
    return true;
  }
}

/** The directory that sends the request. */
const Directory = createParamDecorator(
  (_: unknown, context: ExecutionContext): DirectoryAccess =>
    context.switchToHttp().getRequest<DirectoryRequest>().directory!,
);

/** Parses the id of a resource. What cannot be one does not exist. */
class ScimIdPipe implements PipeTransform<string, number> {
  transform(text: string): number {
    if (/^\d{1,9}$/.test(text)) return Number(text);
    throw new ScimError(404, `The directory has nothing with the id "${text}".`);
  }
}

const common = {
  permission: 'PUBLIC',
  contentType: SCIM_JSON,
  refusal: ScimErrorResponse,
} as const;
/** Directories send names and addresses with 10,000 members. */
const MAX_ITEMS = 60_000;
const refusals = [401, 403, 429];
const reading = { ...common, refusals } as const;
const finding = { ...common, cost: 'search', refusals } as const;
const changing = {
  ...common,
  cost: 'write',
  bodyLimit: MAX_BYTES,
  bodyItems: MAX_ITEMS,
  refusals,
} as const;
const naming = { ...changing, refusals: [...refusals, 409] };
const params = { id: 'Id of the user or group.' };
const location = ({ meta }: ScimUserResponse | ScimGroupResponse): string => meta!.location;

/** Users of the directory. */
@ApiTags('Directory')
@ApiConsumes(SCIM_JSON)
@Controller(`${SCIM_PATH}/Users`)
@UseGuards(DirectoryGuard)
export class ScimUsersController {
  constructor(private readonly users: DirectoryUsers) {}

  /** Lists the users of the directory that meet a filter. */
  @Get()
  @Endpoint({ ...finding, id: 'getScimUsers', response: ScimUsersResponse })
  list(
    @Query() search: ScimSearchDto,
    @CurrentReader() reader: Reader,
  ): Promise<ScimUsersResponse> {
    return this.users.list(search, reader);
  }

  /** Lists users like the query, for filters that are long or confidential. */
  @Post('.search')
  @Endpoint({ ...finding, id: 'searchScimUsers', reads: true, response: ScimUsersResponse })
  search(
    @Body() search: ScimSearchDto,
    @CurrentReader() reader: Reader,
  ): Promise<ScimUsersResponse> {
    return this.users.list(search, reader);
  }

  /** Creates a user, or takes over an existing one if the settings allow it. */
  @Post()
  @ApiBody({ type: ScimUserDto })
  @Endpoint({ ...naming, id: 'createScimUser', status: 201, response: ScimUserResponse, location })
  create(@Body() body: unknown, @Directory() access: DirectoryAccess): Promise<ScimUserResponse> {
    return this.users.create(body, access);
  }

  /** Reads a user. */
  @Get(':id')
  @Endpoint({ ...reading, id: 'getScimUser', params, response: ScimUserResponse })
  get(
    @Param('id', ScimIdPipe) id: number,
    @Query() wanted: ScimAttributesDto,
  ): Promise<ScimUserResponse> {
    return this.users.get(id, wanted);
  }

  /** Replaces a user. One who is not active any more is signed out, and their tokens end. */
  @Put(':id')
  @ApiBody({ type: ScimUserDto })
  @Endpoint({ ...naming, id: 'replaceScimUser', params, response: ScimUserResponse })
  replace(
    @Param('id', ScimIdPipe) id: number,
    @Body() body: unknown,
    @Directory() access: DirectoryAccess,
  ): Promise<ScimUserResponse> {
    return this.users.replace(id, body, access);
  }

  /** Changes some attributes of a user. */
  @Patch(':id')
  @ApiBody({ type: ScimPatchDto })
  @Endpoint({ ...naming, id: 'patchScimUser', params, response: ScimUserResponse })
  patch(
    @Param('id', ScimIdPipe) id: number,
    @Body() body: unknown,
    @Directory() access: DirectoryAccess,
  ): Promise<ScimUserResponse> {
    return this.users.patch(id, body, access);
  }

  /** Deletes a user with their sessions and tokens. Events keep the name. */
  @Delete(':id')
  @Endpoint({ ...changing, id: 'deleteScimUser', params, status: 204, contentType: undefined })
  delete(@Param('id', ScimIdPipe) id: number, @Directory() access: DirectoryAccess): Promise<void> {
    return this.users.delete(id, access);
  }
}

/** Groups of the directory. */
@ApiTags('Directory')
@ApiConsumes(SCIM_JSON)
@Controller(`${SCIM_PATH}/Groups`)
@UseGuards(DirectoryGuard)
export class ScimGroupsController {
  constructor(private readonly groups: DirectoryGroups) {}

  /**
   * Lists the groups of the directory that meet a filter. A page with members ends after the group
   * that makes them 10,000.
   */
  @Get()
  @Endpoint({ ...finding, id: 'getScimGroups', response: ScimGroupsResponse })
  list(
    @Query() search: ScimSearchDto,
    @CurrentReader() reader: Reader,
  ): Promise<ScimGroupsResponse> {
    return this.groups.list(search, reader);
  }

  /** Lists groups like the query, for filters that are long or confidential. */
  @Post('.search')
  @Endpoint({ ...finding, id: 'searchScimGroups', reads: true, response: ScimGroupsResponse })
  search(
    @Body() search: ScimSearchDto,
    @CurrentReader() reader: Reader,
  ): Promise<ScimGroupsResponse> {
    return this.groups.list(search, reader);
  }

  /** Creates a group, or takes over an existing one with its roles if the settings allow it. */
  @Post()
  @ApiBody({ type: ScimGroupDto })
  @Endpoint({
    ...naming,
    id: 'createScimGroup',
    status: 201,
    response: ScimGroupResponse,
    location,
  })
  create(@Body() body: unknown, @Directory() access: DirectoryAccess): Promise<ScimGroupResponse> {
    return this.groups.create(body, access);
  }

  /** Reads a group with its members. */
  @Get(':id')
  @Endpoint({ ...reading, id: 'getScimGroup', params, response: ScimGroupResponse })
  get(
    @Param('id', ScimIdPipe) id: number,
    @Query() wanted: ScimAttributesDto,
  ): Promise<ScimGroupResponse> {
    return this.groups.get(id, wanted);
  }

  /** Replaces a group: its name and all its members. */
  @Put(':id')
  @ApiBody({ type: ScimGroupDto })
  @Endpoint({ ...naming, id: 'replaceScimGroup', params, response: ScimGroupResponse })
  replace(
    @Param('id', ScimIdPipe) id: number,
    @Body() body: unknown,
    @Directory() access: DirectoryAccess,
  ): Promise<ScimGroupResponse> {
    return this.groups.replace(id, body, access);
  }

  /** Renames a group, and adds and removes members. */
  @Patch(':id')
  @ApiBody({ type: ScimPatchDto })
  @Endpoint({ ...naming, id: 'patchScimGroup', params, response: ScimGroupResponse })
  patch(
    @Param('id', ScimIdPipe) id: number,
    @Body() body: unknown,
    @Directory() access: DirectoryAccess,
  ): Promise<ScimGroupResponse> {
    return this.groups.patch(id, body, access);
  }

  /** Deletes a group. Its members lose the roles they had through it. */
  @Delete(':id')
  @Endpoint({ ...changing, id: 'deleteScimGroup', params, status: 204, contentType: undefined })
  delete(@Param('id', ScimIdPipe) id: number, @Directory() access: DirectoryAccess): Promise<void> {
    return this.groups.delete(id, access);
  }
}

/** What the directory can do here, and several requests in one. */
@ApiTags('Directory')
@ApiConsumes(SCIM_JSON)
@Controller(SCIM_PATH)
@UseGuards(DirectoryGuard)
export class ScimController {
  constructor(private readonly bulk: ScimBulk) {}

  /** Tells what the service supports. */
  @Get('ServiceProviderConfig')
  @Endpoint({ ...reading, id: 'getScimServiceProviderConfig', response: ScimConfigResponse })
  config(): ScimConfigResponse {
    return SERVICE_PROVIDER_CONFIG;
  }

  /** Lists the types of resources. */
  @Get('ResourceTypes')
  @Endpoint({ ...reading, id: 'getScimResourceTypes', response: ScimDescriptionsResponse })
  types(): ScimDescriptionsResponse {
    return listed(RESOURCE_TYPES, RESOURCE_TYPES.length, 0);
  }

  /** Reads a type of resources. */
  @Get('ResourceTypes/:id')
  @Endpoint({
    ...reading,
    id: 'getScimResourceType',
    params: { id: 'Name of the type.' },
    response: ScimDescriptionResponse,
  })
  type(@Param('id') id: string): ScimDescriptionResponse {
    return described(RESOURCE_TYPES, id);
  }

  /** Lists the schemas of resources. */
  @Get('Schemas')
  @Endpoint({ ...reading, id: 'getScimSchemas', response: ScimDescriptionsResponse })
  schemas(): ScimDescriptionsResponse {
    return listed(SCHEMAS, SCHEMAS.length, 0);
  }

  /** Reads a schema. */
  @Get('Schemas/:id')
  @Endpoint({
    ...reading,
    id: 'getScimSchema',
    params: { id: 'URN of the schema.' },
    response: ScimDescriptionResponse,
  })
  schema(@Param('id') id: string): ScimDescriptionResponse {
    return described(SCHEMAS, id);
  }

  /**
   * Carries out up to 100 requests, one after the other, each completely or not at all. Later ones
   * refer to what earlier ones created as `bulkId:` and its name.
   */
  @Post('Bulk')
  @ApiBody({ type: ScimBulkDto })
  @Endpoint({ ...changing, id: 'scimBulk', cost: 'heavy', response: ScimBulkResponse })
  carryOut(@Body() body: unknown, @Directory() access: DirectoryAccess): Promise<ScimBulkResponse> {
    return this.bulk.carryOut(body, access);
  }
}

function described<T extends { id: string }>(all: readonly T[], id: string): T {
  const found = all.find((one) => one.id.toLowerCase() === id.toLowerCase());
  if (!found) throw new ScimError(404, `There is no description of "${id}".`);
  return found;
}
