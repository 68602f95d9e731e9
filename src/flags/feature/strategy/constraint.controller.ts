import { Body, Controller, Post } from '@nestjs/common';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { ConstraintDto } from './constraint.dto.js';
import { ConstraintRules } from './constraint-rules.js';

/** Validates constraints. */
@Controller('api/admin/constraints')
export class ConstraintController {
  constructor(private readonly rules: ConstraintRules) {}

  /**
   * Checks whether a constraint is valid for strategies and segments of all projects. Context
   * fields of a project are unknown here.
   */
  @Post('validate')
  @Endpoint({
    id: 'validateConstraint',
    reads: true,
    tag: 'Features',
    permission: 'NONE',
    status: 204,
    refusals: [400, 404, 413, 415],
  })
  async validate(@Body() constraint: ConstraintDto): Promise<void> {
    await this.rules.checked([constraint], null);
  }
}
