import { ANY_DIALECT, MYSQL, ORACLE, POSTGRES, SQL_SERVER, SQLITE, type SqlDialect } from './sql-dialects.ts'

export type SqlClient = {
  readonly dialects: readonly SqlDialect[]
  /** The word that makes the program a client of a database. */
  readonly needs?: string
  /** Its words make up one statement. */
  readonly joined?: true
}

function clients(names: string, client: SqlClient): readonly (readonly [string, SqlClient])[] {
  return names.split(' ').map((name) => [name, client])
}

/** Programs that give SQL to a database, by name. */
export const SQL_CLIENTS: ReadonlyMap<string, SqlClient> = new Map([
  ...clients('psql pgcli ysqlsh vsql', { dialects: [POSTGRES] }),
  ...clients('mysql mariadb mycli mysqlsh', { dialects: [MYSQL] }),
  ...clients('sqlite3 sqlite litecli sqlcipher libsql', { dialects: [SQLITE] }),
  ...clients('sqlcmd osql tsql mssql-cli isql', { dialects: [SQL_SERVER] }),
  ...clients('sqlplus sqlcl', { dialects: [ORACLE] }),
  ...clients('duckdb usql clickhouse clickhouse-client clickhouse-local snowsql presto trino cqlsh influx', {
    dialects: ANY_DIALECT,
  }),
  ...clients('hive beeline impala-shell spark-sql mclient', { dialects: ANY_DIALECT }),
  ...clients('db2', { dialects: ANY_DIALECT, joined: true }),
  ...clients('cockroach dolt snow', { dialects: ANY_DIALECT, needs: 'sql' }),
  ...clients('bq', { dialects: ANY_DIALECT, needs: 'query' }),
  ...clients('aws', { dialects: ANY_DIALECT, needs: 'rds-data' }),
  ...clients('prisma', { dialects: ANY_DIALECT, needs: 'execute' }),
  ...clients('wrangler', { dialects: [SQLITE], needs: 'd1' }),
  ...clients('turso', { dialects: [SQLITE], needs: 'shell' }),
  ...clients('heroku', { dialects: [POSTGRES], needs: 'pg:psql' }),
  ...clients('rails', { dialects: ANY_DIALECT, needs: 'dbconsole' }),
  ...clients('python python3 manage.py django-admin', { dialects: ANY_DIALECT, needs: 'dbshell' }),
])
