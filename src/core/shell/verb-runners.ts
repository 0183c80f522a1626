// A flat table; longer than other files for that reason.
import type { Run } from './inner-run.ts'
import { type OptionSpec, readOptions } from './options.ts'
import { readWrapper, type Wrapper } from './read-wrapper.ts'
import type { Call } from './reader.ts'

/** A program of which some verbs run the words behind them. Its options are those in front of the verb. */
export type VerbRunner = OptionSpec & {
  /** Operands in front of the verb. */
  readonly skip?: number
  readonly verbs: Readonly<Record<string, Verb>>
}
/** `itself`: the verb is the program. */
type Verb = VerbRunner | Wrapper | 'itself'

const PLAIN: Wrapper = { operands: 'program' }
const BEHIND: Wrapper = { behind: ['--'] }
const REMOTE: Wrapper = { behind: ['--'], remote: true }
const PACKAGE: Wrapper = { values: 'p', long: ['package', 'allow-build'], package: true }

/**
 * Programs of packages that `yarn NAME`, `pnpm NAME` and `bun NAME` run in place of a script, and that delete or run
 * something else. Other names are as a rule scripts of the project.
 */
const BINS: Readonly<Record<string, Verb>> = {
  rimraf: 'itself',
  del: 'itself',
  'del-cli': 'itself',
  shx: 'itself',
  'cross-env': 'itself',
  'cross-env-shell': 'itself',
  concurrently: 'itself',
  nodemon: 'itself',
  dotenv: 'itself',
  'env-cmd': 'itself',
}

const NPM_EXEC: Wrapper = {
  values: 'cw',
  long: ['package', 'call', 'workspace', 'registry', 'cache', 'prefix', 'loglevel'],
  text: ['-c', '--call'],
  package: true,
  mixed: true,
}
const YARN: Readonly<Record<string, Verb>> = {
  exec: PLAIN,
  dlx: PACKAGE,
  run: { verbs: BINS },
  ...BINS,
}
const UV_RUN: Wrapper = {
  values: 'pwCPifc',
  long: [
    'with',
    'with-requirements',
    'with-editable',
    'extra',
    'no-extra',
    'group',
    'no-group',
    'only-group',
    'env-file',
    'python',
    'package',
    'index',
    'default-index',
    'index-url',
    'extra-index-url',
    'find-links',
    'project',
    'directory',
    'cache-dir',
    'config-file',
    'config-setting',
    'refresh-package',
    'reinstall-package',
    'upgrade-package',
    'resolution',
    'prerelease',
    'link-mode',
    'color',
    'from',
    'constraints',
    'exclude-newer',
  ],
  inert: ['-m', '--module'],
}
const CONDA: VerbRunner = {
  verbs: { run: { values: 'npe', long: ['name', 'prefix', 'cwd', 'env'], folder: ['--cwd'] } },
}
const EXEC: VerbRunner = { verbs: { exec: PLAIN } }
const PROJECT: OptionSpec = {
  values: 'pCPe',
  long: ['project', 'directory', 'env', 'environment', 'manifest-path', 'venv'],
}
const RUN: VerbRunner = { ...PROJECT, verbs: { run: { ...PROJECT, operands: 'program' } } }
const MISE_EXEC: Wrapper = { values: 'cjC', long: ['command', 'jobs', 'cd'], text: ['-c', '--command'], behind: ['--'] }
const MISE: VerbRunner = { values: 'CEj', long: ['cd', 'env', 'jobs'], verbs: { exec: MISE_EXEC, x: MISE_EXEC } }
const NIX: Wrapper = { behind: ['-c', '--command'] }
const SECRETS: VerbRunner = {
  verbs: { run: { values: 'pc', long: ['command'], text: ['--command'], behind: ['--'] } },
}
const PERF: Wrapper = {
  values: 'eoptCrxIGDcFm',
  long: ['event', 'output', 'pid', 'tid', 'cpu', 'repeat', 'count', 'freq'],
}
const ON_HOST: Wrapper = {
  values: 'cC',
  long: ['command', 'zone', 'project'],
  text: ['-c', '-C', '--command'],
  mixed: true,
  remote: true,
  operands: 'only-text',
}

/** From a program's name to its verbs that run something. */
export const VERB_RUNNERS: Readonly<Record<string, VerbRunner>> = {
  npm: {
    values: 'Cw',
    long: ['prefix', 'workspace', 'loglevel', 'registry', 'cache', 'userconfig'],
    verbs: { exec: NPM_EXEC, exe: NPM_EXEC, x: NPM_EXEC, explore: { skip: 1, operands: 'joined' } },
  },
  pnpm: {
    values: 'CF',
    long: ['dir', 'filter', 'filter-prod', 'workspace-concurrency', 'reporter', 'loglevel', 'test-pattern', 'prefix'],
    verbs: { exec: PLAIN, dlx: PACKAGE, ...BINS },
  },
  yarn: {
    long: ['cwd'],
    verbs: {
      ...YARN,
      workspace: { skip: 1, verbs: YARN },
      workspaces: {
        verbs: {
          foreach: { values: 'j', long: ['jobs', 'from', 'include', 'exclude', 'since'], verbs: YARN },
          exec: PLAIN,
        },
      },
    },
  },
  bun: { long: ['cwd'], verbs: { x: PACKAGE, exec: { operands: 'joined' }, run: { verbs: BINS }, ...BINS } },
  lerna: { verbs: { exec: { long: ['scope', 'ignore', 'concurrency', 'since', 'loglevel'], operands: 'program' } } },
  nx: EXEC,
  uv: {
    long: ['directory', 'project', 'cache-dir', 'config-file', 'color'],
    verbs: { run: UV_RUN, tool: { verbs: { run: { ...UV_RUN, package: true } } } },
  },
  poetry: RUN,
  pipenv: RUN,
  pdm: RUN,
  rye: RUN,
  pixi: RUN,
  hatch: RUN,
  pipx: { verbs: { run: { long: ['spec', 'python', 'pip-args', 'index-url', 'with'], package: true } } },
  conda: CONDA,
  mamba: CONDA,
  micromamba: CONDA,
  bundle: { verbs: { exec: PLAIN, exe: PLAIN } },
  gem: EXEC,
  composer: { values: 'd', long: ['working-dir'], verbs: { exec: PLAIN } },
  rbenv: EXEC,
  pyenv: EXEC,
  nodenv: EXEC,
  goenv: EXEC,
  asdf: EXEC,
  mise: MISE,
  rtx: MISE,
  volta: { verbs: { run: { long: ['node', 'npm', 'yarn', 'pnpm'] } } },
  fnm: { verbs: { exec: { long: ['using'] } } },
  nvm: { verbs: { exec: { skip: /^(?:v?\d[\w.]*|node|default|lts\/\S+)$/ } } },
  direnv: { verbs: { exec: { skip: 1 } } },
  dotenvx: { verbs: { run: BEHIND } },
  nix: { verbs: { develop: NIX, shell: NIX, env: { verbs: { shell: NIX } } } },
  guix: { verbs: { shell: BEHIND, environment: BEHIND } },
  op: SECRETS,
  doppler: SECRETS,
  infisical: SECRETS,
  'aws-vault': { verbs: { exec: BEHIND } },
  chamber: { verbs: { exec: BEHIND } },
  sops: { verbs: { 'exec-env': { skip: 1, operands: 'joined' }, 'exec-file': { skip: 1, operands: 'joined' } } },
  perf: { verbs: { stat: PERF, record: PERF, trace: PERF } },
  toolbox: { verbs: { run: { values: 'cdr', long: ['container', 'distro', 'release'] } } },
  distrobox: { verbs: { enter: { behind: ['--', '-e'] } } },

  // On other machines
  vagrant: { verbs: { ssh: ON_HOST } },
  lxc: { verbs: { exec: REMOTE } },
  incus: { verbs: { exec: REMOTE } },
  multipass: { verbs: { exec: REMOTE } },
  minikube: { verbs: { ssh: REMOTE, kubectl: BEHIND } },
  colima: { verbs: { ssh: REMOTE } },
  microk8s: { verbs: { kubectl: 'itself' } },
  k3s: { verbs: { kubectl: 'itself' } },
  adb: { values: 'sHPLt', verbs: { shell: { operands: 'joined', remote: true } } },
  fly: { verbs: { ssh: { verbs: { console: ON_HOST } } } },
  flyctl: { verbs: { ssh: { verbs: { console: ON_HOST } } } },
  gcloud: { verbs: { compute: { verbs: { ssh: ON_HOST } } } },
  heroku: {
    values: 'a',
    long: ['app'],
    verbs: { run: { values: 'as', long: ['app', 'size'], remote: true, operands: 'joined' } },
  },
}

/** What the verb of a call runs, by the program's row. */
export function readVerb(runner: VerbRunner, call: Call, from = 1): Run | undefined {
  const verb = readOptions(call.fields.slice(from), runner).operands[runner.skip ?? 0]
  if (verb === undefined || !Object.hasOwn(runner.verbs, verb.text)) return undefined
  const row = runner.verbs[verb.text]
  const at = call.fields.indexOf(verb)
  if (row === undefined) return undefined
  if (row === 'itself') return readWrapper({}, call, at)
  return 'verbs' in row ? readVerb(row, call, at + 1) : readWrapper(row, call, at + 1)
}

/** Whether a program runs something else where one of these words is its verb; other words than verbs may say so too. */
export function mayRunProgram(name: string, words: readonly { readonly text: string }[]): boolean {
  const runner = Object.hasOwn(VERB_RUNNERS, name) ? VERB_RUNNERS[name] : undefined
  return runner !== undefined && words.some(({ text }) => Object.hasOwn(runner.verbs, text))
}
