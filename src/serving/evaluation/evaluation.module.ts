import { Module } from '@nestjs/common';
import { ConstraintPreparation } from './constraint-preparation.js';

/** Evaluating features as SDKs do. */
@Module({ providers: [ConstraintPreparation], exports: [ConstraintPreparation] })
export class EvaluationModule {}
