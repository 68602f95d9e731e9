import { Module } from '@nestjs/common';
import { FeatureNamingRules } from './feature-naming.js';

/** Naming rules for features. */
@Module({ providers: [FeatureNamingRules], exports: [FeatureNamingRules] })
export class FeatureNamingModule {}
