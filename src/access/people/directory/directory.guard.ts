import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
} from '@nestjs/common';
import type { Request } from 'express';
import { type DirectoryAccess, DirectorySettingsService } from './directory-settings.service.js';

/** A request of the directory. */
interface DirectoryRequest extends Request {
  directory?: DirectoryAccess;
}

/** Lets only the directory pass, before its body is read. */
@Injectable()
export class DirectoryGuard implements CanActivate {
  constructor(private readonly settings: DirectorySettingsService) {}

  /** @throws ApiError when it is not the directory, or manages nothing. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<DirectoryRequest>();
    request.directory = await this.settings.identify(request.headers.authorization, request.ip);
    return true;
  }
}

/** The directory that sends the request. */
export const Directory = createParamDecorator(
  (_: unknown, context: ExecutionContext): DirectoryAccess =>
    context.switchToHttp().getRequest<DirectoryRequest>().directory!,
);
