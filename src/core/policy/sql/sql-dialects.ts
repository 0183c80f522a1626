/** In which ways the clients read SQL differently, as far as it decides what is a string, a comment or a statement. */
export type SqlDialect = {
  /** `\'` does not end a string. */
  readonly backslashes: boolean
  /** `#` begins a comment, `"…"` is a string, and the body of a comment that begins with `!` runs. */
  readonly mysql: boolean
  readonly nestedComments: boolean
  readonly dollarQuotes: boolean
  /** `[…]` is a name. */
  readonly brackets: boolean
  /** A statement needs no `;` before it, and DELETE no FROM. */
  readonly loose: boolean
}

export const POSTGRES: SqlDialect = {
  backslashes: false,
  mysql: false,
  nestedComments: true,
  dollarQuotes: true,
  brackets: false,
  loose: false,
}

export const MYSQL: SqlDialect = {
  backslashes: true,
  mysql: true,
  nestedComments: false,
  dollarQuotes: false,
  brackets: false,
  loose: false,
}

export const SQLITE: SqlDialect = { ...POSTGRES, nestedComments: false, dollarQuotes: false, brackets: true }

export const SQL_SERVER: SqlDialect = { ...POSTGRES, dollarQuotes: false, brackets: true, loose: true }

export const ORACLE: SqlDialect = { ...POSTGRES, nestedComments: false, dollarQuotes: false, loose: true }

/** Where the dialect is not known: a statement that one of them would run counts. */
export const ANY_DIALECT: readonly SqlDialect[] = [POSTGRES, MYSQL]
