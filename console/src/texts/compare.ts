import { counted } from './format.js';

export const compareTexts = {
  intro: 'What is in one environment and not in the other.',
  left: 'Compare',
  right: 'with',
  table: (left: string, right: string): string => `${left} beside ${right}`,
  same: (left: string, right: string): string => `${left} and ${right} are the same.`,
  differences: (count: number): string => `${counted(count, 'difference', 'differences')}.`,
  differs: 'differs',
  what: 'What',
  state: 'State',
  strategy: (number: number): string => `Strategy ${number}`,
  variant: (name: string): string => `Variant ${name}`,
  on: 'on',
  off: 'off',
  disabled: 'disabled',
  none: '–',
  alone: 'This feature has one environment: there is nothing to compare.',
};
