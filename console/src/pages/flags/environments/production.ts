interface Environment {
  type: string;
}

/** Whether people who use the product meet what is on in this environment. */
export const isProduction = ({ type }: Environment): boolean => type === 'production';

/** Environments with those of production first, and otherwise in their order. */
export function productionFirst<T extends Environment>(environments: readonly T[]): T[] {
  return environments.toSorted((a, b) => Number(isProduction(b)) - Number(isProduction(a)));
}
