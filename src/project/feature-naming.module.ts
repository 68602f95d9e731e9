import { Module } from '@nestjs/common';
import { FeatureNamingRules } from './feature-naming.js';

/** Which names the features of a project may have. */
@Module({ providers: [FeatureNamingRules], exports: [FeatureNamingRules] })
export class FeatureNamingModule {}
