import { Module } from '@nestjs/common';
import { Preconditions } from './preconditions.js';

/** Carries out writes only on the versions of objects that their callers have seen. */
@Module({ providers: [Preconditions], exports: [Preconditions] })
export class PreconditionModule {}
