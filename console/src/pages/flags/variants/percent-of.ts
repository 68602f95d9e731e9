/** A weight of a variant as percent, such as `33.4`. */
export const percentOf = (weight: number): string => String(weight / 10);
