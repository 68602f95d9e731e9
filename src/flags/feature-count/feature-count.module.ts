import { Module } from '@nestjs/common';
import { FeatureCountJob } from './feature-count.job.js';

/** Numbers of features that summaries read instead of all features. */
@Module({ providers: [FeatureCountJob] })
export class FeatureCountModule {}
