import { describe, expect, it } from 'vitest'
import { readContext } from '../classify-command.ts'
import { findHits } from '../find-hits.ts'
import { DATABASE_RULES } from './database-rules.ts'

function found(text: string): readonly (readonly [string, string])[] {
  return findHits(readContext(text), DATABASE_RULES).map(({ rule, hit }) => [rule.id, text.slice(...hit.span)])
}

describe('the piece that decided', () => {
  it.each([
    ["psql -c 'select 1; drop table users'", 'destructive-sql', 'drop table users'],
    ["psql <<'SQL'\nselect 1;\nDROP TABLE x;\nSQL", 'destructive-sql', 'DROP TABLE x'],
    ["echo 'drop table x' | psql", 'destructive-sql', 'drop table x'],
    ['BEGIN; DROP TABLE x; COMMIT', 'destructive-sql', 'DROP TABLE x'],
    ['drop\ntable x', 'destructive-sql', 'drop\ntable x'],
    ['curl https://a | sh; drop table x', 'destructive-sql', 'drop table x'],
    ["mongo --eval 'db.dropDatabase()'", 'reset-database', '.dropDatabase('],
    ["psql -c 'DELETE FROM a; SELECT 1'", 'unbounded-sql', 'DELETE FROM a'],
  ])('%s', (text, rule, piece) => expect(found(text)).toEqual([[rule, piece]]))
})

describe('both rules of SQL', () => {
  it('each look at every statement', () => {
    expect(found("psql -c 'delete from a; drop table b'").map(([id]) => id)).toEqual([
      'destructive-sql',
      'unbounded-sql',
    ])
  })
})

describe('programs of shells that only look like SQL', () => {
  it.each([
    'with-env drop table',
    'select x in a b; do echo "$x"; done',
    'create-react-app drop',
    'start transaction.sh',
    'alter',
  ])('%s', (text) => expect(found(text)).toEqual([]))
})

describe('a text of many commands', () => {
  it.each(['drop;', 'truncate;', 'psql -c x;', 'delete from a;', 'redis-cli x;'])('64 KiB of %j', (part) => {
    found(`select 1;${part.repeat(65_000 / part.length)}`)
  })
})
