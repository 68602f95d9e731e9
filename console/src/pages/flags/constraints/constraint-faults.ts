import { constraintTexts as texts } from '../../../texts/constraints.js';
import { momentOf } from './constraint-words.js';
import { type Constraint, kindOf, type SingleKind, takesList } from './operators.js';

const MAX_TEXT_LENGTH = 100;
const MAX_VALUE_LENGTH = 1000;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const PART = '(0|[1-9]\\d*)';
const VERSION = new RegExp(
  `^${PART}\\.${PART}\\.${PART}(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z.-]+)?$`,
);

/** The field for each kind of value, and what is wrong with one. */
export const SINGLE_VALUES: Readonly<
  Record<SingleKind, { label: string; hint?: string; fault: (value: string) => string | undefined }>
> = {
  number: {
    label: texts.number,
    fault: (value) =>
      NUMBER.test(value) && Number.isFinite(Number(value)) ? undefined : texts.notANumber,
  },
  date: {
    label: texts.date,
    fault: (value) => (value && momentOf(value) ? undefined : texts.notADate),
  },
  version: {
    label: texts.version,
    hint: texts.versionHint,
    fault: (value) => (VERSION.test(value) ? undefined : texts.notAVersion),
  },
  pattern: {
    label: texts.pattern,
    hint: texts.patternHint,
    fault: (value) => (isPattern(value) ? undefined : texts.notAPattern),
  },
};

/** What is wrong with the values of a constraint; undefined when they suit its operator. */
export function faultOf(constraint: Constraint, legal: readonly string[]): string | undefined {
  if (!constraint.contextName) return texts.needsField;
  return takesList(constraint.operator) ? faultOfList(constraint, legal) : faultOfOne(constraint);
}

function faultOfList({ operator, values = [] }: Constraint, legal: readonly string[]) {
  if (values.length === 0) return texts.needsValues;
  const long = values.find((value) => value.length > MAX_TEXT_LENGTH);
  if (long) return texts.tooLong(`${long.slice(0, 20)}…`, MAX_TEXT_LENGTH);
  if (kindOf(operator) === 'networks') {
    const wrong = values.find((value) => !isNetwork(value));
    return wrong && texts.notANetwork(wrong);
  }
  const known = new Set(legal);
  const illegal = legal.length > 0 ? values.filter((value) => !known.has(value)) : [];
  return illegal.length > 0 ? texts.illegal(illegal.slice(0, 5).join(', ')) : undefined;
}

function faultOfOne({ operator, value = '' }: Constraint): string | undefined {
  if (value.length > MAX_VALUE_LENGTH)
    return texts.tooLong(`${value.slice(0, 20)}…`, MAX_VALUE_LENGTH);
  return SINGLE_VALUES[kindOf(operator) as SingleKind].fault(value);
}

/** A first look at a network; the service decides. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const isVersion4 = /^(\d{1,3}\.){3}\d{1,3}$/.test(address);
  const isVersion6 = address.includes(':') && /^[\da-f:.]+$/i.test(address);
  const isSize =
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isVersion4 ? 32 : 128));
  return (isVersion4 || isVersion6) && isSize && rest.length === 0;
}

/** A first look at a pattern; the service decides, since its syntax is that of RE2. */
function isPattern(text: string): boolean {
  if (text === '') return false;
  try {
    new RegExp(text.replace(/^\(\?[ims]+\)/, ''));
    return true;
  } catch {
    return false;
  }
}
