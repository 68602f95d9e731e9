import { statement } from '../../platform/database/statement.js';

export const ASK = statement<[]>('readiness.ask', 'SELECT');
