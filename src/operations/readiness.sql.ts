import { statement } from '../database/statement.js';

export const ASK = statement<[]>('readiness.ask', 'SELECT');
