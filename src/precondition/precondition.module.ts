import { Module } from '@nestjs/common';
import { PreconditionGuard } from './precondition.guard.js';
import { Preconditions } from './preconditions.js';

/** Carries out writes only on the versions of objects that their callers have seen. */
@Module({ providers: [PreconditionGuard, Preconditions] })
export class PreconditionModule {}
