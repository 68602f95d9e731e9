import type { Client, Connection } from 'pg';

/** What PostgreSQL says about a statement before it is executed, as numbers of types (OIDs). */
export interface DescribedStatement {
  parameters: number[];
  columns: { name: string; type: number }[];
}

interface Described {
  dataTypeIDs?: number[];
  fields?: { name: string; dataTypeID: number }[];
}

/**
 * Has PostgreSQL parse a statement and describe it, without executing it: the messages Parse and
 * Describe of the protocol, which all versions answer. `PREPARE` would tell no columns before
 * PostgreSQL 16.
 */
export function describeStatement(client: Client, text: string): Promise<DescribedStatement> {
  return new Promise((resolve, reject) => {
    const described: DescribedStatement = { parameters: [], columns: [] };
    const query = {
      submit(connection: Connection): void {
        connection.once(
          'parameterDescription' as never,
          ((message: Described) => {
            described.parameters = message.dataTypeIDs ?? [];
          }) as never,
        );
        connection.parse({ name: '', text, types: [] } as never, true);
        connection.describe({ type: 'S', name: '' } as never, true);
        connection.sync();
      },
      handleRowDescription({ fields = [] }: Described): void {
        described.columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
      },
      // After an error, the driver does not tell the query when the connection is ready again.
      handleError: reject,
      handleReadyForQuery: () => resolve(described),
    };
    client.query(query as never);
  });
}
