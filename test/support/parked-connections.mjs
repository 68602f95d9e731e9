// In JavaScript, so that it is loaded once for all files of a worker (see loader.mjs).
import pg from 'pg';

/**
 * What PostgreSQL does for a new session takes longer than most tests: a process, its catalogs, and
 * plans of statements. So connections to databases that are used again stay open when the service
 * ends them, and it gets them back when it opens one with the same parameters.
 */

/** Undoes what a session has set, except its prepared statements. */
const CLEAN = `CLOSE ALL; SET SESSION AUTHORIZATION DEFAULT; RESET ALL; UNLISTEN *;
  SELECT pg_advisory_unlock_all(); DISCARD SEQUENCES; DISCARD TEMP`;

/**
 * @typedef {object} Parked
 * @property {import('pg').Connection} connection
 * @property {number} processID
 * @property {number} secretKey
 */
/** @type {Map<string, Map<string, Parked[]>>} by name of the database and parameters */
const parked = new Map();

/** From now on, connections to this database stay open. */
export function parkConnectionsTo(url) {
  install();
  const name = databaseOf(url);
  if (!parked.has(name)) parked.set(name, new Map());
}

/** Ends those that are open. */
export async function closeParked(url) {
  const name = databaseOf(url);
  const lists = [...(parked.get(name)?.values() ?? [])];
  parked.delete(name);
  for (const { connection } of lists.flat()) connection.end();
}

/** How many connections to a database stay open, since the server admits only some. */
const MOST_PARKED = 18;
const openIn = (lists) => [...lists.values()].reduce((sum, { length }) => sum + length, 0);

const databaseOf = (url) => new URL(url).pathname.slice(1);

let isInstalled = false;

/** Replaces the methods of all clients with which connections begin and end. */
function install() {
  if (isInstalled) return;
  isInstalled = true;
  const { _connect: connect, end } = pg.Client.prototype;
  pg.Client.prototype._connect = function (callback) {
    const found = take(this);
    if (found) adopt(this, found);
    return connect.call(this, callback);
  };
  pg.Client.prototype.end = function (callback) {
    if (!canBeParked(this)) return end.call(this, callback);
    park(this);
    if (!callback) return Promise.resolve();
    process.nextTick(callback);
  };
}

/** What a session cannot change later. */
const keyOf = (client) => JSON.stringify([client.host, client.port, client.getStartupConf()]);

function take(client) {
  if (client.ssl) return undefined;
  const list = parked.get(client.database)?.get(keyOf(client)) ?? [];
  for (let found = list.pop(); found; found = list.pop())
    if (!found.connection.stream.destroyed) return found;
  return undefined;
}

/** Gives an open connection to a new client, for which it looks like one that has just begun. */
function adopt(client, { connection, processID, secretKey }) {
  connection.removeAllListeners();
  connection.connect = () => setImmediate(() => connection.emit('connect'));
  connection.startup = () => {
    connection.emit('backendKeyData', { processID, secretKey });
    connection.emit('readyForQuery', { status: 'I' });
  };
  connection.stream.ref();
  client.connection = connection;
}

function canBeParked(client) {
  const isIdle =
    client._connected &&
    client.readyForQuery &&
    client._txStatus === 'I' &&
    !client._activeQuery &&
    client._queryQueue.length + client._sentQueryQueue.length === 0;
  const isOpen = client._queryable && !client._ending && client.connection.stream.writable;
  return isIdle && isOpen && !client.ssl && parked.has(client.database) && !isListener(client);
}

/** Tests count those that listen. */
const isListener = ({ connectionParameters }) =>
  /channel$/.test(connectionParameters.application_name);

function park(client) {
  const { connection, processID, secretKey, database } = client;
  const key = keyOf(client);
  client._ending = client._ended = true;
  client._connected = false;
  client.connection = GONE;
  const { stream } = connection;
  // The first reads for the connection; others were added by who used it.
  for (const listener of stream.listeners('data').slice(1)) stream.off('data', listener);
  stream.resume();
  stream.uncork();
  connection.removeAllListeners();
  connection.on('error', () => {});
  connection.on('errorMessage', () => connection.end());
  connection.once('readyForQuery', () => {
    const lists = parked.get(database);
    if (!lists || openIn(lists) >= MOST_PARKED) return connection.end();
    stream.unref();
    if (!lists.has(key)) lists.set(key, []);
    lists.get(key).push({ connection, processID, secretKey });
  });
  connection.query(CLEAN);
  process.nextTick(() => client.emit('end'));
}

/** The connection of a client that has given up its own. */
const GONE = {
  stream: { destroyed: true, bytesRead: 0, writable: false, cork() {}, uncork() {}, destroy() {} },
  parsedStatements: {},
  submittedNamedStatements: {},
  end() {},
  ref() {},
  unref() {},
};
