/** The only parameter of a statement that writes rows: the rows as a JSON array. */
export type RowsJson = [rows: string];

/** A row that was written, by what identifies it in every instance. */
export interface Written {
  key: string;
}
