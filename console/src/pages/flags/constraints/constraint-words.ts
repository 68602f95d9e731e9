import { constraintWordTexts as texts } from '../../../texts/constraint-words.js';
import { momentText } from '../../../texts/format.js';
import { type Constraint, takesList } from './operators.js';

/** More values than these are counted. */
const MOST_VALUES = 3;

/** A constraint of which perhaps only the first values are known. */
export type ShortConstraint = Constraint & { valueCount?: number };

/** What a constraint says, such as `userId is one of 4 values`. */
export function wordsOfConstraint(constraint: ShortConstraint, most = MOST_VALUES): string {
  const { contextName, operator, inverted, caseInsensitive } = constraint;
  const relation = texts.operators[operator][inverted ? 1 : 0];
  const words = `${contextName} ${relation} ${compared(constraint, most)}`;
  return caseInsensitive ? `${words} ${texts.ignoringCase}` : words;
}

function compared(
  { operator, value = '', values = [], valueCount = values.length }: ShortConstraint,
  most: number,
): string {
  if (takesList(operator))
    return valueCount > most ? texts.manyValues(valueCount) : values.join(', ');
  if (!operator.startsWith('DATE_')) return value;
  const moment = momentOf(value);
  return moment ? momentText(moment) : value;
}

/** The moment that a value of a date operator names; undefined when it names none. */
export function momentOf(value: string): Date | undefined {
  const moment = new Date(/^-?\d+$/.test(value) ? Number(value) : value);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}
