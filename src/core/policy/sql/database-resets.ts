import type { PolicyCommand } from '../rule.ts'
import { inOrder } from './in-order.ts'

const RESETS: readonly (readonly [programs: string, ...words: RegExp[]])[] = [
  ['rails rake', /^db:(?:drop|reset|purge|truncate_all|schema:load|structure:load|migrate:reset|seed:replant)\b/],
  ['prisma', /^migrate$/, /^reset$/],
  ['prisma', /^db$/, /^push$/, /^--(?:force-reset|accept-data-loss)$/],
  ['php artisan sail', /^(?:migrate:(?:fresh|refresh|reset)|db:wipe)$/],
  ['php console', /^doctrine:(?:database|schema):drop$/],
  ['python python3 django-admin', /^(?:flush|reset_db)$/],
  ['manage.py', /^(?:flush|reset_db)$/],
  ['python python3 manage.py django-admin', /^migrate$/, /^zero$/],
  ['alembic flask', /^downgrade$/, /^base$/],
  ['python python3', /^alembic$/, /^downgrade$/, /^base$/],
  ['knex', /^migrate:rollback$/, /^--all$/],
  ['sequelize sequelize-cli', /^db:(?:drop|migrate:undo:all)$/],
  ['typeorm typeorm-ts-node-commonjs typeorm-ts-node-esm', /^schema:drop$/],
  ['mikro-orm', /^(?:schema:drop|schema:fresh|migration:fresh)$/],
  ['drizzle-kit', /^push$/, /^--force$/],
  ['supabase', /^db$/, /^reset$/],
  ['sqlx', /^(?:database|db)$/, /^(?:drop|reset)$/],
  ['diesel', /^(?:database|db)$/, /^reset$/],
  ['sea-orm-cli', /^migrate$/, /^(?:fresh|refresh|reset)$/],
  ['mix', /^ecto\.(?:drop|reset)$/],
  ['dotnet', /^ef$/, /^database$/, /^drop$/],
  ['dotnet-ef', /^database$/, /^drop$/],
  ['flyway', /^clean$/],
  ['liquibase', /^(?:dropAll|drop-all)$/],
  ['dbmate', /^drop$/],
  ['migrate', /^drop$/],
  ['migrate', /^down$/, /^-all$/],
  ['goose', /^(?:reset|down-to)$/],
  ['atlas', /^schema$/, /^clean$/],
  ['heroku', /^pg:reset$/],
  ['wp', /^db$/, /^(?:drop|reset|clean)$/],
  ['drush', /^sql[:-]drop$/],
  ['pg_restore', /^(?:-[a-z]*c[a-z]*|--clean)$/],
  ['mongorestore', /^--drop$/],
  ['etcdctl', /^del$/, /^--prefix(?:=true)?$/],
]

const BY_PROGRAM = new Map<string, (readonly RegExp[])[]>()
for (const [programs, ...words] of RESETS) {
  for (const name of programs.split(' ')) BY_PROGRAM.set(name, [...(BY_PROGRAM.get(name) ?? []), words])
}

/** Tools of frameworks that drop or empty a whole database, and databases of tests aside: those are made to be reset. */
export const RESET_PROGRAMS: readonly string[] = [...BY_PROGRAM.keys()]

export function resetsDatabase(command: PolicyCommand): boolean {
  const rows = BY_PROGRAM.get(command.name) ?? []
  return rows.some((words) => inOrder(command, words)) && isDjango(command) && !isHarmless(command)
}

/** `flush` is a word of Django only behind its script or module. */
function isDjango({ name, args }: PolicyCommand): boolean {
  return !/^python3?$/.test(name) || args.some(({ text }) => /(?:^|\/)manage\.py$|^(?:django|alembic)$/.test(text))
}

const TEST_VARIABLES = ['RAILS_ENV', 'RACK_ENV', 'MIX_ENV', 'APP_ENV', 'NODE_ENV', 'FLASK_ENV']
const HARMLESS = /^(?:(?:RAILS|RACK)_ENV=test|--env=test(?:ing)?|--pretend|--dry-run|--help|-h)$/

function isHarmless({ args, command }: PolicyCommand): boolean {
  const test = command.assignments.some(
    ({ name, value }) => TEST_VARIABLES.includes(name) && /^test(?:ing)?$/.test(value?.text ?? ''),
  )
  return test || args.some(({ text }) => HARMLESS.test(text))
}
