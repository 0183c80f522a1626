import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findDestructiveSql } from './find-destructive-sql.ts'
import { MYSQL, ORACLE, POSTGRES, SQL_SERVER, SQLITE, type SqlDialect } from './sql-dialects.ts'

function classes(text: string, dialect: SqlDialect): readonly string[] {
  return findDestructiveSql(text, dialect).map((finding) => finding.class)
}

describe('every dialect', () => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['DROP TABLE users', ['drop-data']],
    ['drop\n\ttable if exists users cascade;', ['drop-data']],
    ['DROP/**/TABLE users', ['drop-data']],
    ['drop table', ['drop-data']],
    ['drop', []],
    ['drop tables', []],
    ['backdrop table x', []],
    ['DROP TEMPORARY TABLE t', ['drop-data']],
    ['DROP FOREIGN TABLE t', ['drop-data']],
    ['DROP DATABASE prod; DROP SCHEMA app', ['drop-data', 'drop-data']],
    ['DROP KEYSPACE app', ['drop-data']],
    ['DROP OWNED BY app', ['drop-data']],
    ['DROP MATERIALIZED VIEW v', ['drop-other']],
    [
      'DROP VIEW v; DROP INDEX i; DROP ROLE r; DROP PROCEDURE p',
      ['drop-other', 'drop-other', 'drop-other', 'drop-other'],
    ],
    ['DROP * x', ['drop-other']],
    ['TRUNCATE users', ['drop-data']],
    ['TRUNCATE TABLE users', ['drop-data']],
    ['TRUNCATE public.a, "b" RESTART IDENTITY CASCADE', ['drop-data']],
    ['truncate *', ['drop-data']],
    ['truncate app.log -s 0', []],
    ['SELECT truncate(1.5, 1)', []],
    ['SELECT (truncate(1.5, 1))', []],
    ['ALTER TABLE t DROP COLUMN c', ['drop-other']],
    ['ALTER TABLE t ADD a int, DROP c', ['drop-other']],
    ['ALTER TABLE t ALTER COLUMN c DROP NOT NULL', []],
    ['ALTER TABLE t ADD COLUMN c int', []],
    ['DELETE FROM users', ['unbounded']],
    ['DELETE FROM users WHERE id = 4', []],
    ['DELETE FROM users WHERE true', ['unbounded']],
    ['DELETE FROM users WHERE (1 = 1) RETURNING id', ['unbounded']],
    ["DELETE FROM users WHERE id = 4 OR 'a' = 'a'", ['unbounded']],
    ['DELETE FROM users WHERE 1=1 AND id = 4', []],
    ['DELETE FROM users WHERE', ['unbounded']],
    ['DELETE FROM a USING (SELECT 1 FROM b WHERE x = 2) q', ['unbounded']],
    ['DELETE FROM', []],
    ["UPDATE t SET a = 'where'", ['unbounded']],
    ['UPDATE t SET a = (SELECT b FROM c WHERE d = 1)', ['unbounded']],
    ['UPDATE t SET a = 1 WHERE b = 2', []],
    ['WITH old AS (SELECT 1) DELETE FROM t', ['unbounded']],
    ['WITH gone AS (DELETE FROM t RETURNING *) SELECT * FROM gone', ['unbounded']],
    ['WITH gone AS (DELETE FROM t WHERE a = 1 RETURNING *) SELECT * FROM gone', []],
    ['INSERT INTO t VALUES (1) ON CONFLICT (id) DO UPDATE SET a = 1', []],
    ['MERGE INTO t USING s ON a = b WHEN MATCHED THEN UPDATE SET x = 1 WHEN NOT MATCHED THEN DELETE', []],
    ['CREATE TABLE drop_table_log (id int REFERENCES t ON DELETE CASCADE)', []],
    ['SELECT * FROM t FOR UPDATE', []],
    ['GRANT DELETE, UPDATE ON t TO app', []],
    ['EXPLAIN DELETE FROM t', []],
    ['EXPLAIN ANALYZE DELETE FROM t', ['unbounded']],
    ['EXPLAIN (ANALYZE, BUFFERS) DELETE FROM t', ['unbounded']],
    ['EXPLAIN (ANALYZE off) DELETE FROM t', []],
    ['BEGIN; DROP TABLE x; ROLLBACK', ['drop-data']],
    ["SELECT 'drop table x; drop table y'", []],
    ["SELECT 'it''s; drop table x'", []],
    ['-- drop table x\nSELECT 1', []],
    ['SELECT 1 -- it\n; DROP TABLE x', ['drop-data']],
    ['/* drop table x; */ SELECT 1', []],
    ['SELECT "a;drop table x", `b;drop table x` FROM t', []],
    ['USE app\nDROP TABLE x', ['drop-data']],
    ["PREPARE s FROM 'DROP TABLE x'", ['drop-data']],
  ]
  it.each(rows)('%s', (text, expected) => {
    for (const dialect of [POSTGRES, MYSQL, SQLITE]) expect(classes(text, dialect)).toEqual(expected)
  })
})

const PARTICULAR: readonly (readonly [string, SqlDialect, string, readonly string[]])[] = [
  ['a dollar quote is a string', POSTGRES, 'SELECT $x$ ; DROP TABLE t; $x$', []],
  ['a function is only defined', POSTGRES, 'CREATE FUNCTION f() RETURNS void AS $$ BEGIN DROP TABLE t; END $$', []],
  ['a block runs', POSTGRES, 'DO $$ BEGIN DROP TABLE t; END $$', ['drop-data']],
  ['dynamic SQL in a block runs', POSTGRES, "DO $$ BEGIN EXECUTE format('DROP TABLE %I', x); END $$", ['drop-data']],
  ['a backslash is no escape', POSTGRES, "SELECT '\\'; DROP TABLE t; --'", ['drop-data']],
  ['a backslash escapes in E strings', POSTGRES, "SELECT E'\\'; DROP TABLE t; --'", []],
  ['comments nest', POSTGRES, '/* /* */ DROP TABLE t; */', []],
  ['# is an operator', POSTGRES, 'SELECT 1 # 2; DROP TABLE t', ['drop-data']],
  ['commands of psql end with the line', POSTGRES, '\\connect app\nDROP TABLE t;', ['drop-data']],
  ['a file is not known', POSTGRES, '\\i drop.sql', []],
  ['results that are run', POSTGRES, "SELECT format('DROP TABLE %I', t) FROM x \\gexec", ['drop-data']],
  ['\\g sends', POSTGRES, 'SELECT 1 \\g\nDROP TABLE t \\g', ['drop-data']],
  ['a backslash escapes in MySQL', MYSQL, "SELECT '\\'; DROP TABLE t; -- '", []],
  ['# begins a comment in MySQL', MYSQL, 'SELECT 1 # ; DROP TABLE t', []],
  ['two dashes without a blank are no comment in MySQL', MYSQL, 'SELECT 1--1; DROP TABLE t', ['drop-data']],
  ['comments do not nest in MySQL', MYSQL, '/* /* */ DROP TABLE t; -- */', ['drop-data']],
  ['executable comments run in MySQL', MYSQL, '/*!50000 DROP TABLE t */;', ['drop-data']],
  ['executable comments run in MariaDB', MYSQL, '/*M! DROP */ TABLE t', ['drop-data']],
  ['they are comments elsewhere', POSTGRES, '/*! DROP TABLE t */;', []],
  ['DROP TABLES is one spelling of MySQL', MYSQL, 'DROP TABLES a, b', ['drop-data']],
  ['another delimiter', MYSQL, 'delimiter //\nSELECT 1 // DROP TABLE t //', ['drop-data']],
  ['\\G sends', MYSQL, 'SELECT 1\\G DROP TABLE t', ['drop-data']],
  ['dot commands end with the line', SQLITE, '.mode csv\nDROP TABLE t;', ['drop-data']],
  ['brackets are names', SQLITE, 'SELECT [a;DROP TABLE t;] FROM x', []],
  ['no ; is needed', SQL_SERVER, "IF OBJECT_ID('t') IS NOT NULL DROP TABLE t", ['drop-data']],
  ['GO separates', SQL_SERVER, 'USE app\nGO\nDELETE FROM t\nGO', ['unbounded']],
  ['FROM may be left out', SQL_SERVER, 'DELETE t', ['unbounded']],
  ['a foreign key is no statement', SQL_SERVER, 'CREATE TABLE a (b int REFERENCES c ON DELETE CASCADE)', []],
  ['strings are run', SQL_SERVER, "EXEC sp_executesql N'DROP TABLE t'", ['drop-data']],
  ['settings need no ;', ORACLE, 'SET ECHO OFF\nDROP TABLE t;', ['drop-data']],
  ['a block', ORACLE, "BEGIN EXECUTE IMMEDIATE 'DROP TABLE t'; END;", ['drop-data']],
]

describe('one dialect', () => {
  it.each(PARTICULAR)('%s', (_, dialect, text, expected) => expect(classes(text, dialect)).toEqual(expected))
})

describe('hostile texts', () => {
  const piece = fc.constantFrom(
    ...['drop ', 'table ', 'delete from a ', 'where ', "'", '"', '`', '$$', '$a$', '/*', '*/', '/*!', '--', '#', '\n'],
    ...['(', ')', ';', '\\', 'begin ', 'update a set ', 'with ', 'execute ', 'or ', '=', '1', '[', ']', 'E', '*', 'é'],
  )
  const sql = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece, { maxLength: 400 }).map((parts) => parts.join('')),
  )

  it('always ends and never throws', () => {
    fc.assert(
      fc.property(sql, fc.constantFrom(POSTGRES, MYSQL, SQLITE, SQL_SERVER, ORACLE), (text, dialect) => {
        for (const { text: found } of findDestructiveSql(text, dialect)) expect(found).not.toBe('')
      }),
    )
  })

  it.each([
    '(delete from a ',
    'begin delete from a ',
    "'",
    '/*',
    '$a$',
    "execute '",
    '\\',
    'drop ',
    '(',
    '1 or ',
    "''",
    '--',
  ])(
    '64 KiB of %j',
    (part) => {
      const text = part.repeat(Math.ceil(65_536 / part.length))
      for (const dialect of [POSTGRES, MYSQL, SQL_SERVER]) findDestructiveSql(text, dialect)
    },
    2_000,
  )
})
