/** The files of the kit that export a component, such as `tables/data-table`. */
export const PARTS: readonly string[];
