import { Global, Module } from '@nestjs/common';
import { Authentication } from './authentication.js';
import { CallerLookup } from './caller-lookup.js';
import { FirstRun } from './first-run.js';

/** Who calls, and what they may do. */
@Global()
@Module({ providers: [Authentication, CallerLookup, FirstRun], exports: [Authentication, CallerLookup] })
export class AccessModule {}
