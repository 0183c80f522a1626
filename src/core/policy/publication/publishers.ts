import type { VerbProgram } from '../verb-programs.ts'

// A flat table: programs that publish, one row each. Option names are listed so that their values are no verbs.

const NPM_LONG = (
  'access auth-type cache cpu fetch-retries filter filter-prod dir include location loglevel cwd node-options omit ' +
  'os otp prefix publish-branch registry reporter save-prefix scope script-shell tag userconfig globalconfig ' +
  'workspace workspace-concurrency new-version message'
).split(' ')

const NPM_VERBS = [
  // npm completes its verbs as far as they are the only one.
  'pu|pub|publ|publi|publis|publish',
  'unp|unpu|unpub|unpubl|unpubli|unpublis|unpublish',
  'dep|depr|depre|deprec|depreca|deprecat|deprecate|undeprecate',
  'dist-tag|dist-tags|tag add|set|rm|remove|s|a|d|del',
  'access public|restricted|grant|revoke|set|edit|2fa-required|2fa-not-required',
  'owner|author add|rm',
  'token|tokens create|revoke|rm|delete',
  'org|ogr set|add|rm',
  'team create|destroy|add|rm',
  'stage publish|approve',
]

const NPM: VerbProgram = { values: 'wC', long: NPM_LONG, verbs: NPM_VERBS }

const COMMON = [
  'publish|unpublish|deprecate',
  'dist-tag|tag add|rm|remove',
  'owner add|remove|rm',
  'access public|grant',
]

const PYTHON_TOOL: VerbProgram = {
  values: 'rupPC',
  long: 'repository username password token index publish-url index-url directory project project-dir user auth'
    .split(' ')
    .concat('cache-dir color config-file default-index python package author env'.split(' ')),
  verbs: ['publish|upload'],
}

const DOCKER_LONG = (
  'config context host log-level tlscacert tlscert tlskey build-arg build-context cache-from cache-to file iidfile ' +
  'label metadata-file network output platform secret ssh tag target builder cgroup-parent set url connection ' +
  'identity namespace address authfile creds root runroot storage-driver'
).split(' ')

const DOCKER: VerbProgram = {
  values: 'Hclto',
  long: DOCKER_LONG,
  verbs: [
    'push',
    'image push',
    'manifest push',
    'plugin push',
    'trust sign',
    'buildx imagetools create',
    { verb: 'buildx build|bake|b', needs: ['--push'] },
    { verb: 'build|bake', needs: ['--push'] },
    { verb: 'image|builder build', needs: ['--push'] },
  ],
}

const COMPOSE: VerbProgram = {
  values: 'fp',
  long: 'file project-name profile env-file project-directory ansi parallel progress'.split(' '),
  verbs: ['push', 'publish', 'alpha publish', { verb: 'build', needs: ['--push'] }],
}

const GITHUB: VerbProgram = {
  values: 'tbBHlRT',
  long: (
    'repo hostname title body body-file base head label assignee reviewer milestone project template notes notes-file ' +
    'target tag desc description homepage visibility reason subject author-email match-head-commit name color env org ' +
    'app ref field raw-field json jq'
  ).split(' '),
  verbs: [
    'pr create|new|merge|comment|review|close|edit|ready|reopen|lock|unlock|update-branch|revert',
    'issue create|new|comment|close|edit|delete|reopen|lock|unlock|pin|unpin|transfer|develop',
    'release create|new|upload|edit|delete|delete-asset',
    'gist create|new|edit|delete|rename',
    'repo create|new|delete|edit|archive|unarchive|rename|fork|sync',
    'repo deploy-key add|delete',
    'repo autolink create|delete',
    'workflow run|enable|disable',
    'secret|variable set|delete|remove',
    'label create|edit|delete|clone',
    'project create|edit|delete|close|copy|link|unlink|item-add|item-create|item-edit|item-delete|item-archive',
    'project field-create|field-delete|mark-template',
    'ssh-key|gpg-key add|delete',
    'codespace create|delete|cp',
    'run delete',
    'cache delete',
  ],
}

const GITLAB: VerbProgram = {
  values: 'tdbsmRl',
  long: 'repo title description message label assignee reviewer milestone source-branch target-branch group'.split(' '),
  verbs: [
    'mr create|new|merge|accept|note|comment|approve|revoke|close|reopen|update|delete|rebase',
    'issue create|new|note|comment|close|reopen|update|delete',
    'release create|upload|delete',
    'repo|project create|delete|fork|archive|transfer',
    'snippet create',
    'variable set|update|delete',
    'ci|pipeline|pipe run|trigger',
    'label create',
  ],
}

const FLY: VerbProgram = {
  values: 'act',
  long: ['app', 'config', 'access-token', 'image'],
  verbs: ['deploy', 'launch'],
}

/** What `vercel` does without deploying; any other first word is a folder that it deploys. */
const VERCEL_CARE = (
  'dev develop env ls list logs log inspect link pull build login logout whoami help init switch teams team domains ' +
  'dns certs cert git project projects bisect rm remove telemetry integration target targets httpstat curl cache ' +
  'blob install open api mcp usage'
).split(' ')

const VERCEL: VerbProgram = {
  values: 'AQtSbem',
  long: 'local-config global-config token scope build-env env meta cwd target regions name archive project'.split(' '),
  verbs: ['deploy|redeploy|promote|rollback', ''],
}

/** Programs that deploy without a word for it. */
export function deploysNothing(name: string, first: string | undefined): boolean {
  if (name === 'vercel' || name === 'vc') return VERCEL_CARE.includes(first ?? '')
  return (
    name === 'surge' && /^(?:list|ls|login|logout|whoami|token|help|plan|card|files|certs|config)$/.test(first ?? '')
  )
}

function lastPart(text: string, separator: string): string {
  return text.slice(text.lastIndexOf(separator) + 1)
}

/** The local repository of Maven is a folder of this machine. */
const GRADLE: VerbProgram = {
  values: 'bcgIpPDx',
  long: ['build-file', 'init-script', 'project-dir', 'exclude-task', 'console', 'max-workers'],
  verbs: [],
  task: (text) =>
    /^(?:publish|uploadArchives$|closeAndRelease|artifactoryPublish$)/.test(lastPart(text, ':')) &&
    !/Local$/.test(text),
  dry: ['-m'],
}

const MAVEN: VerbProgram = {
  values: 'fPplsgtbT',
  long: ['file', 'activate-profiles', 'projects', 'settings', 'threads', 'builder'],
  glued: 'D',
  verbs: [],
  task: (text) =>
    /^(?:deploy|site-deploy|release:perform)$|\bdeploy(?::[^:]+)?:deploy(?:-file)?$|^nexus-staging:|-deploy-plugin(?::[^:]+)?:deploy/.test(
      text,
    ),
}

const GEM: VerbProgram = {
  values: 'kp',
  long: ['key', 'host', 'otp', 'http-proxy', 'config-file'],
  verbs: ['push', 'yank', 'release', { verb: 'owner', needs: ['-a', '--add', '-r', '--remove'] }],
}

const CARGO: VerbProgram = {
  values: 'ZCpFj',
  long: 'color config target-dir manifest-path package registry index token features jobs target version vers'.split(
    ' ',
  ),
  verbs: [
    'publish|yank',
    { verb: 'owner', needs: ['-a', '--add', '-r', '--remove'] },
    { verb: 'release', needs: ['-x', '--execute'] },
    'workspaces|ws publish',
  ],
  dry: ['-n'],
}

const DART: VerbProgram = {
  values: 'C',
  long: ['directory', 'server'],
  verbs: ['pub publish|lish', 'pub uploader', 'publish'],
  dry: ['-n'],
}

/** From a program's name to the calls of it that publish. */
export const PUBLISHERS: Readonly<Record<string, VerbProgram>> = {
  npm: NPM,
  pnpm: { ...NPM, values: 'CF', verbs: COMMON },
  yarn: {
    long: NPM_LONG,
    verbs: [
      ...COMMON,
      'npm publish',
      'npm tag add|remove',
      'workspace * publish',
      'workspace * npm publish',
      'workspaces foreach npm publish',
      'workspaces foreach * npm publish',
    ],
  },
  bun: { long: ['registry', 'tag', 'access', 'otp', 'cwd', 'auth-type', 'config'], verbs: ['publish', 'pm publish'] },
  jsr: { long: ['token', 'config'], verbs: ['publish'] },
  deno: { long: ['token', 'config', 'org', 'app'], values: 'c', verbs: ['publish', 'deploy'] },
  lerna: {
    long: ['scope', 'ignore', 'loglevel', 'dist-tag', 'preid', 'registry'],
    verbs: ['publish', { verb: 'version', unless: ['--no-push', '--no-git-tag-version'] }],
  },
  nx: { long: ['projects', 'tag', 'registry'], values: 'p', verbs: ['release'], dry: ['-d'] },
  rush: { long: [], verbs: [{ verb: 'publish', needs: ['-p', '--publish', '-a', '--apply'] }] },
  changeset: { long: ['tag', 'otp'], verbs: ['publish'] },
  np: { long: ['tag', 'branch', 'contents', 'message'], verbs: [''], dry: ['--preview', '--version'] },
  'semantic-release': { values: 'brept', long: [], verbs: [''], dry: ['-d', '--version', '-v'] },
  'release-it': {
    values: 'ci',
    long: ['config'],
    verbs: [''],
    dry: ['-d', '--version', '-v', '--release-version', '--changelog'],
  },
  'gh-pages': {
    values: 'dbrmsgoevtu',
    long: ['dist', 'branch', 'repo', 'message', 'dest', 'src'],
    verbs: [''],
    dry: ['-V', '--version'],
  },
  cargo: CARGO,
  gem: GEM,
  rake: { verbs: [], task: (text) => text === 'release', dry: ['-n', '-T', '--tasks', '-P', '-D'] },
  twine: {
    values: 'rupc',
    long: ['repository', 'repository-url', 'username', 'password'],
    verbs: ['upload', 'register'],
  },
  poetry: PYTHON_TOOL,
  uv: PYTHON_TOOL,
  flit: PYTHON_TOOL,
  hatch: PYTHON_TOOL,
  pdm: PYTHON_TOOL,
  rye: PYTHON_TOOL,
  maturin: PYTHON_TOOL,
  mvn: MAVEN,
  mvnw: MAVEN,
  mvnd: MAVEN,
  gradle: GRADLE,
  gradlew: GRADLE,
  sbt: {
    verbs: [],
    task: (text) => /^(?:publish|publishSigned|sonatypeBundleRelease|ci-release)$/.test(lastPart(text, '/')),
  },
  lein: { verbs: ['deploy'] },
  cabal: { verbs: ['upload'] },
  stack: { verbs: ['upload'] },
  opam: { verbs: ['publish'] },
  dotnet: { values: 'skt', long: ['source', 'api-key', 'timeout'], verbs: ['nuget push|delete'] },
  nuget: { singleDash: true, long: ['source', 'apikey', 'timeout', 'configfile'], verbs: ['push|delete'] },
  choco: { verbs: ['push'] },
  docker: DOCKER,
  podman: { ...DOCKER, values: 'clto' },
  nerdctl: DOCKER,
  buildah: { ...DOCKER, values: 'clto' },
  'docker-compose': COMPOSE,
  'podman-compose': COMPOSE,
  skopeo: {
    long: 'authfile dest-authfile src-authfile dest-creds src-creds format override-arch override-os policy'.split(' '),
    values: 'fds',
    verbs: ['copy|sync|delete'],
  },
  crane: { verbs: ['push|copy|cp|append|mutate|tag|delete|rebase'] },
  oras: {
    values: 'up',
    long: ['username', 'password', 'config', 'artifact-type'],
    verbs: ['push|attach|copy|cp|tag', 'manifest push|delete', 'blob push|delete'],
  },
  helm: {
    values: 'n',
    long: ['namespace', 'kube-context', 'kubeconfig', 'version', 'username', 'password'],
    verbs: ['push|cm-push|nexus-push'],
  },
  apptainer: { verbs: ['push'] },
  singularity: { verbs: ['push'] },
  vsce: { values: 'piomt', long: ['pat', 'packagePath', 'target', 'message'], verbs: ['publish|unpublish'] },
  ovsx: { values: 'pirt', long: ['pat', 'registryUrl'], verbs: ['publish'] },
  'web-ext': {
    values: 'sai',
    long: ['source-dir', 'artifacts-dir', 'api-key', 'api-secret', 'channel'],
    verbs: ['sign'],
  },
  gh: GITHUB,
  glab: GITLAB,
  hub: {
    verbs: [
      'pull-request',
      'release create|edit|delete',
      'gist create',
      'issue create|update',
      'create|delete|fork',
      'pr merge',
    ],
  },
  wrangler: {
    values: 'ce',
    long: ['config', 'env', 'cwd', 'name', 'project-name', 'branch'],
    verbs: ['deploy|publish', 'pages deploy|publish', 'versions upload|deploy', 'r2 object put', 'secret put|bulk'],
  },
  vercel: VERCEL,
  vc: VERCEL,
  netlify: {
    values: 'dsma',
    long: ['dir', 'site', 'message', 'auth', 'alias', 'filter', 'functions'],
    verbs: ['deploy'],
  },
  ntl: { values: 'dsma', long: ['dir', 'site', 'message', 'auth', 'alias', 'filter', 'functions'], verbs: ['deploy'] },
  firebase: {
    values: 'Pmc',
    long: ['project', 'only', 'except', 'message', 'token', 'config', 'account'],
    verbs: ['deploy', 'hosting:channel:deploy', 'appdistribution:distribute'],
  },
  fly: FLY,
  flyctl: FLY,
  surge: { values: 'pd', long: ['project', 'domain'], verbs: [''], dry: ['--version', '-v'] },
  heroku: {
    values: 'a',
    long: ['app', 'remote'],
    verbs: ['container:push|container:release|builds:create|releases:rollback'],
  },
  railway: { values: 'se', long: ['service', 'environment'], verbs: ['up', 'deploy', 'redeploy'] },
  gcloud: {
    long: 'account billing-project configuration format impersonate-service-account project verbosity'.split(' '),
    verbs: ['app|run|functions deploy', 'alpha|beta run|functions|app deploy', 'builds submit'],
  },
  sls: { values: 'scr', long: ['stage', 'region', 'config', 'aws-profile'], verbs: ['deploy'] },
  serverless: { values: 'scr', long: ['stage', 'region', 'config', 'aws-profile'], verbs: ['deploy'] },
  eb: { values: 'pr', long: ['profile', 'region'], verbs: ['deploy'] },
  pod: { verbs: ['trunk push|delete|deprecate|add-owner', 'repo push'] },
  conan: { values: 'rc', long: ['remote'], verbs: ['upload'] },
  luarocks: { long: ['api-key', 'server', 'lua-version', 'tree'], verbs: ['upload'] },
  'cpan-upload': { values: 'upd', long: ['user', 'password', 'directory'], verbs: [''] },
  mix: { verbs: ['hex.publish|hex.retire|hex.owner'] },
  rebar3: { verbs: ['hex publish|retire', 'hex cut'] },
  dart: DART,
  flutter: DART,
  elm: { verbs: ['publish'] },
  snapcraft: { verbs: ['upload|release|push|close'] },
  goreleaser: {
    values: 'fpk',
    long: ['config', 'parallelism', 'timeout'],
    verbs: [{ verb: 'release', unless: ['--snapshot'] }],
  },
  buf: { verbs: ['push'] },
  'ansible-galaxy': { verbs: ['collection publish', 'role import', 'import'] },
  'huggingface-cli': { long: ['repo-type', 'token'], verbs: ['upload|upload-large-folder', 'repo create|delete'] },
  hf: { long: ['repo-type', 'token'], verbs: ['upload|upload-large-folder', 'repo create|delete'] },
}
