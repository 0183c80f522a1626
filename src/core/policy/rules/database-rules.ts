import { hasOption, readOptions } from '../../shell/options.ts'
import { narrowSpan } from '../narrow-span.ts'
import type { PolicyCommand, PolicyContext, PolicyRule, RuleHit } from '../rule.ts'
import { RESET_PROGRAMS, resetsDatabase } from '../sql/database-resets.ts'
import { inOrder } from '../sql/in-order.ts'
import { findSqlIn } from '../sql/sql-in-command.ts'

function hitAll({ command }: PolicyCommand): RuleHit {
  return { span: command.span }
}

/** DROP DATABASE as a program. */
function dropsDatabase(command: PolicyCommand): boolean {
  const { name, args } = command
  if (name === 'mysqladmin' || name === 'mariadb-admin') return inOrder(command, [/^drop$/])
  if (name !== 'dropdb') return false
  const { options, operands } = readOptions(args, { values: 'hpU', long: ['host', 'port', 'username'], mixed: true })
  return operands.length > 0 && !hasOption(options, '-V', '--version', '--help')
}

const destructiveSql: PolicyRule = {
  id: 'destructive-sql',
  level: 'BLOCK',
  area: 'database',
  reason: 'destructive SQL needs an explicit backup gate',
  programs: null,
  find: (command, context) => (dropsDatabase(command) ? hitAll(command) : findSqlIn(command, context, ['drop-data'])),
  hits: [
    'DROP TABLE users;',
    'drop database prod;',
    'drop\ntable x',
    'drop table',
    'DROP/**/TABLE users',
    '-- all of it\nDROP TABLE users',
    'TRUNCATE users',
    'cd db && drop table users',
    'BEGIN; DROP TABLE x; ROLLBACK',
    "psql -c 'drop table users'",
    'psql "$DB" -c "drop   table if exists users cascade;"',
    "psql -Atc 'TRUNCATE orders'",
    "psql <<'SQL'\nDROP SCHEMA app CASCADE;\nSQL",
    "echo 'drop table users' | psql app",
    'psql app <<< "DROP TABLE $T"',
    'psql --command="DROP TABLE users"',
    "mysql -uroot -psecret app -Nse'DROP TABLE users'",
    "mysql -e '/*!50000 DROP TABLE users */'",
    "sqlite3 app.db 'select 1; drop table t'",
    "sqlcmd -S db -Q 'IF 1=1 DROP TABLE t'",
    "docker exec db psql -c 'drop table users'",
    "sudo -u postgres psql -c 'drop database app'",
    "bq query --use_legacy_sql=false 'TRUNCATE TABLE a.b'",
    "cqlsh -e 'DROP KEYSPACE app'",
    "influx -execute 'DROP DATABASE metrics'",
    "cockroach sql -e 'drop database app'",
    "prisma db execute --stdin <<< 'DROP TABLE users'",
    "python manage.py dbshell <<< 'DROP TABLE users;'",
    'db2 drop table users',
    'dropdb prod',
    'dropdb --if-exists -h db prod',
    'mysqladmin -u root drop app',
  ],
  misses: [
    'drop tables',
    'backdrop table',
    'drop-table users',
    'truncate -s 0 app.log',
    'truncate app.log -s 0',
    'truncate --size=0 app.log',
    "git commit -m 'drop table support'",
    "grep -rn 'DROP TABLE' migrations/",
    'psql -f drop-table.sql',
    'psql -c "select * from audit where line like \'drop table%\'"',
    "psql -c 'select count(*) from truncate_log where deleted_at is null'",
    "psql -c 'create table drop_table_log (id int)'",
    "psql -c '-- drop table users\nselect 1'",
    "mysql -e 'source drop.sql'",
    "cat <<'SQL' > drop.sql\nDROP TABLE users;\nSQL",
    'cat drop.sql | psql app',
    'dropdb --help',
    'mysqladmin -u root status',
    "bq show 'drop table x'",
    'DROP VIEW v',
    'SELECT 1',
  ],
}

const unboundedSql: PolicyRule = {
  id: 'unbounded-sql',
  level: 'MANUAL',
  area: 'database',
  reason: 'SQL that drops an object or changes every row needs a human gate',
  programs: null,
  find: (command, context) =>
    command.name === 'dropuser' ? hitAll(command) : findSqlIn(command, context, ['drop-other', 'unbounded']),
  hits: [
    'DELETE FROM users',
    'UPDATE t SET a=1',
    'ALTER TABLE users DROP COLUMN x',
    'DROP INDEX i',
    'DROP VIEW v',
    'WITH old AS (SELECT 1) DELETE FROM t',
    'psql -c "DELETE FROM users"',
    "psql -c 'delete from users where 1=1'",
    "psql app <<'SQL'\nUPDATE users SET plan = 'free';\nSQL",
    "echo 'delete from t;' | sqlite3 app.db",
    'mysql -e "UPDATE t SET a = 1"',
    "sqlcmd -Q 'DELETE t'",
    "psql -c 'explain analyze delete from t'",
    'dropuser app',
  ],
  misses: [
    'DELETE FROM users WHERE id = 3',
    'DELETE FROM users\nWHERE id = 3',
    'BEGIN;\nDELETE FROM users\nWHERE id = 3;\nCOMMIT;',
    "UPDATE t SET a=1 WHERE b='x; y'",
    'psql app -c "DELETE FROM sessions WHERE expires_at < now() - interval \'7 days\'"',
    "psql app <<'SQL'\nUPDATE users SET plan = 'free' WHERE plan IS NULL;\nSQL",
    "psql -c 'insert into t values (1) on conflict (id) do update set a = 1'",
    "psql -c 'explain delete from t'",
    "kubectl logs job/import | grep -c 'DELETE FROM'",
    'delete foo.txt',
    'update --all',
    "mysql -N -e 'show tables' app",
  ],
}

const STORE_OPTIONS = {
  values: 'hpsaunrid',
  long: ['user', 'pass', 'sni', 'cacert', 'cert', 'key', 'tls-ciphers', 'pattern'],
}

/** Commands of key-value stores that empty them. */
function emptiesStore({ name, args, command }: PolicyCommand): boolean {
  const lines = command.stdin ?? ''
  if (/^(?:nc|ncat|netcat|telnet)$/.test(name)) return /^\s*flush_?all\b/im.test(lines)
  if (name === 'etcdctl') return emptiesEtcd(args.map(({ text }) => text))
  const { operands } = readOptions(args, STORE_OPTIONS)
  return (
    /^flush(?:all|db)$/i.test(operands[0]?.text ?? '') ||
    /^[ \t]*flush(?:all|db)\b/im.test(lines) ||
    operands.some(({ text }) => /\bcall\s*\(\s*['"]flush(?:all|db)\b/i.test(text))
  )
}

function emptiesEtcd(words: readonly string[]): boolean {
  const all = words.some((word) => /^--(?:prefix|from-key)(?:=true)?$/.test(word))
  return all && words.includes('del') && words.some((word) => /^(?:|\/|\*)$/.test(word))
}

const destructiveStore: PolicyRule = {
  id: 'destructive-store',
  level: 'BLOCK',
  area: 'database',
  reason: 'emptying a store needs an explicit backup gate',
  programs: ['redis-cli', 'valkey-cli', 'keydb-cli', 'etcdctl', 'nc', 'ncat', 'netcat', 'telnet'],
  find: (command) => (emptiesStore(command) ? hitAll(command) : null),
  hits: [
    'redis-cli FLUSHALL',
    'redis-cli -h cache -n 2 flushdb async',
    "printf 'FLUSHALL\\n' | redis-cli",
    'docker exec cache redis-cli FLUSHALL',
    'redis-cli EVAL "return redis.call(\'FLUSHALL\')" 0',
    "etcdctl del --prefix ''",
    'etcdctl del / --prefix',
    'echo flush_all | nc localhost 11211',
  ],
  misses: [
    'redis-cli GET flushall',
    'redis-cli PING',
    'etcdctl del /app/key',
    'etcdctl get --prefix /',
    'nc -z localhost 11211',
  ],
}

/** Calls of the mongo shell that drop a database or a collection or delete everything in one. */
const MONGO =
  /\.\s*(?:dropDatabase|drop|dropUser|dropAllUsers)\s*\(|\.\s*(?:deleteMany|remove)\s*\(\s*(?:\{\s*\})?\s*\)|\bdropDatabase\s*['"]?\s*:/

function findMongo({ args, command }: PolicyCommand, context: PolicyContext): RuleHit | null {
  const sources = [...args, ...(command.stdin === null ? [] : [{ text: command.stdin, span: command.span }])]
  for (const { text, span } of sources) {
    const call = MONGO.exec(text)
    if (call !== null) return { span: narrowSpan(context.text, span, call[0]) }
  }
  return null
}

const resetDatabase: PolicyRule = {
  id: 'reset-database',
  level: 'MANUAL',
  area: 'database',
  reason: 'resetting or emptying a database needs a human gate',
  programs: ['mongo', 'mongosh', ...RESET_PROGRAMS],
  find: (command, context) => {
    if (command.name === 'mongo' || command.name === 'mongosh') return findMongo(command, context)
    return resetsDatabase(command) ? hitAll(command) : null
  },
  hits: [
    "mongo --eval 'db.dropDatabase()'",
    "mongosh app <<< 'db.users.drop()'",
    "mongosh --eval 'db.users.deleteMany( {} )'",
    'rails db:drop',
    'bin/rails db:reset',
    'rake db:schema:load',
    'prisma migrate reset --force',
    'prisma db push --accept-data-loss',
    'php artisan migrate:fresh --seed',
    'php bin/console doctrine:database:drop --force',
    'python manage.py flush --no-input',
    './manage.py reset_db',
    'docker compose exec web python manage.py flush',
    'alembic downgrade base',
    'python -m alembic downgrade base',
    'knex migrate:rollback --all',
    'sequelize db:drop',
    'supabase db reset',
    'mix ecto.reset',
    'pg_restore --clean -d app dump.bin',
    'pg_restore -cd app dump.bin',
    'mongorestore --drop dump/',
    'etcdctl del --prefix /app/',
  ],
  misses: [
    "mongosh --eval 'db.users.find({})'",
    "mongosh --eval 'db.users.deleteMany({expired: true})'",
    'rails db:migrate',
    'rails db:rollback',
    'RAILS_ENV=test rails db:schema:load',
    'rails db:drop RAILS_ENV=test',
    'prisma migrate dev',
    'prisma db push',
    'php artisan migrate',
    'php artisan migrate:fresh --env=testing',
    'python manage.py migrate',
    'python scripts/run.py flush',
    'alembic downgrade -1',
    'knex migrate:rollback',
    'MIX_ENV=test mix ecto.reset',
    'pg_restore -d app dump.bin',
  ],
}

export const DATABASE_RULES: readonly PolicyRule[] = [destructiveSql, unboundedSql, destructiveStore, resetDatabase]
