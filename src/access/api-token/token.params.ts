/** The token in a path. */
export class TokenParams {
  /**
   * The id of the token, its masked secret, or its secret. Prefer the first two: a secret in a path
   * can end up in the logs of proxies.
   */
  token: string;
}

/** The name of tokens in a path. */
export class TokenNameParams {
  /** Name of the tokens, or the masked secret of one. */
  token: string;
}

/** The project of tokens in a path. */
export class TokenProjectParams {
  /** Id of the project. */
  projectId: string;
}

/** A token of a project in a path. */
export class ProjectTokenParams extends TokenProjectParams {
  /** The id of the token, its masked secret, or its secret. */
  token: string;
}
