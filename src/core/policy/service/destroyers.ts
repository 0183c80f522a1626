import type { VerbProgram } from '../verb-programs.ts'

// A flat table: programs that destroy what others run or have stored, one row each.

const KUBE: VerbProgram = {
  values: 'nsfl',
  long: 'namespace context kubeconfig cluster user server token as filename selector grace-period timeout'.split(' '),
  verbs: ['delete|drain'],
}

const HELM_LONG = 'namespace kube-context kubeconfig timeout description registry-config repository-cache'.split(' ')

const TERRAFORM: VerbProgram = {
  singleDash: true,
  long: ['var', 'var-file', 'target', 'state', 'backup', 'parallelism', 'lock-timeout', 'replace'],
  verbs: [
    'destroy',
    { verb: 'apply', needs: ['-destroy', '-auto-approve'] },
    'state rm',
    'workspace delete',
    'run-all|stack destroy',
    'stack run destroy',
    'run destroy',
  ],
}

const DOCKER: VerbProgram = {
  values: 'Hcl',
  long: 'config context host log-level tlscacert tlscert tlskey filter url connection identity namespace'.split(' '),
  verbs: [
    'volume rm|remove|prune',
    { verb: 'rm', needs: ['-v', '--volumes'] },
    { verb: 'container rm|remove', needs: ['-v', '--volumes'] },
    { verb: 'system prune|reset' },
    { verb: 'image prune', needs: ['-a', '--all'] },
    'stack rm|down|remove',
    'service rm|remove',
    'secret rm|remove',
  ],
}

const COMPOSE: VerbProgram = {
  values: 'fp',
  long: 'file project-name profile env-file project-directory ansi parallel progress timeout rmi'.split(' '),
  verbs: [{ verb: 'down', needs: ['-v', '--volumes', '--volume'] }],
}

const FLY: VerbProgram = {
  values: 'act',
  long: ['app', 'config', 'access-token'],
  verbs: [
    'apps|app destroy|delete|rm',
    'destroy',
    'volumes|volume|vol destroy|delete|rm|remove',
    'machine|machines|m destroy|remove|rm',
    'postgres|pg destroy',
  ],
}

const SERVERLESS: VerbProgram = {
  values: 'scr',
  long: ['stage', 'region', 'config', 'aws-profile'],
  verbs: ['remove'],
}

const VERCEL: VerbProgram = {
  values: 'AQtS',
  long: ['local-config', 'global-config', 'token', 'scope', 'cwd'],
  verbs: ['rm|remove', 'project|projects|domains|dns|certs|env|blob rm|remove|del'],
}

const MC: VerbProgram = {
  values: 'C',
  long: ['config-dir'],
  verbs: ['rb', { verb: 'rm', needs: ['-r', '--recursive'] }],
}

const S3_LONG = ['endpoint-url', 'profile', 'region', 'exclude', 'include', 'config', 'host']

/** From a program's name to the calls of it that destroy. */
export const DESTROYERS: Readonly<Record<string, VerbProgram>> = {
  kubectl: KUBE,
  oc: { ...KUBE, verbs: ['delete', 'adm drain'] },
  helm: { values: 'n', long: HELM_LONG, verbs: ['uninstall|delete|un|del'] },
  terraform: TERRAFORM,
  tofu: TERRAFORM,
  terragrunt: TERRAFORM,
  pulumi: {
    values: 'sC',
    long: ['stack', 'cwd', 'color', 'target'],
    verbs: ['destroy|down', 'stack rm', 'state delete'],
    dry: ['--preview-only'],
  },
  cdk: { values: 'cao', long: ['context', 'app', 'profile', 'output'], verbs: ['destroy'] },
  eksctl: { verbs: ['delete'] },
  aws: {
    long: 'ca-bundle cli-connect-timeout cli-read-timeout color endpoint-url output profile query region'.split(' '),
    verbs: [
      { verb: 's3 rm', needs: ['--recursive'], unless: ['--dryrun'] },
      { verb: 's3 sync', needs: ['--delete'], unless: ['--dryrun'] },
      's3 rb',
      '* delete-*|terminate-*',
      'ecr batch-delete-image',
    ],
  },
  gcloud: {
    long: 'account billing-project configuration format impersonate-service-account project verbosity zone region'.split(
      ' ',
    ),
    verbs: [{ verb: 'storage rm', needs: ['-r', '-R', '--recursive'] }],
    task: (text) => /^delete$/.test(text),
  },
  az: {
    values: 'gno',
    long: 'subscription output query name resource-group'.split(' '),
    verbs: [],
    task: (text) => /^(?:delete|purge|delete-batch)$/.test(text),
  },
  doctl: {
    values: 'tc',
    long: ['access-token', 'context', 'config'],
    verbs: [],
    task: (text) => /^(?:delete|destroy)$/.test(text),
  },
  gsutil: { values: 'houi', verbs: ['rb', { verb: 'rm', needs: ['-r', '-R'] }, { verb: 'rsync', needs: ['-d'] }] },
  s3cmd: { values: 'cm', long: S3_LONG, verbs: ['rb', { verb: 'del|rm', needs: ['-r', '--recursive'] }] },
  s5cmd: { long: S3_LONG, verbs: ['rm|rb'] },
  mc: MC,
  mcli: MC,
  rclone: {
    long: ['config', 'filter', 'include', 'exclude', 'min-age', 'max-age'],
    verbs: ['purge|delete|deletefile'],
    dry: ['-n'],
  },
  docker: DOCKER,
  podman: { ...DOCKER, values: 'cl' },
  nerdctl: DOCKER,
  'docker-compose': COMPOSE,
  'podman-compose': COMPOSE,
  heroku: {
    values: 'ac',
    long: ['app', 'confirm'],
    verbs: ['apps:destroy|destroy|pg:reset|addons:destroy|apps:delete|spaces:destroy'],
  },
  fly: FLY,
  flyctl: FLY,
  vercel: VERCEL,
  vc: VERCEL,
  wrangler: {
    values: 'ce',
    long: ['config', 'env', 'cwd', 'name'],
    verbs: ['delete', '* delete', '* bucket|object|namespace|key|deployment|project|queue delete', 'kv:* delete'],
  },
  netlify: { verbs: ['sites:delete', 'blobs:delete', 'env:unset'] },
  firebase: {
    values: 'P',
    long: ['project'],
    verbs: [
      'firestore:delete|database:remove|functions:delete|hosting:disable|hosting:sites:delete|apphosting:backends:delete',
    ],
  },
  railway: { verbs: ['down', 'delete', 'volume delete', 'environment delete'] },
  supabase: {
    verbs: [
      'projects delete',
      'branches delete',
      'functions delete',
      { verb: 'db reset', needs: ['--linked', '--db-url'] },
    ],
  },
  sls: SERVERLESS,
  serverless: SERVERLESS,
  eb: { values: 'pr', long: ['profile', 'region'], verbs: ['terminate'] },
  vault: {
    singleDash: true,
    long: ['address', 'namespace', 'mount', 'format'],
    verbs: [
      'delete',
      'kv delete|destroy',
      'kv metadata delete',
      'secrets|auth disable',
      'lease revoke',
      'namespace delete',
    ],
  },
  consul: { singleDash: true, long: ['http-addr', 'token', 'datacenter'], verbs: ['kv delete', 'snapshot restore'] },
  'kafka-topics': { long: ['bootstrap-server', 'topic', 'zookeeper'], verbs: [{ verb: '', needs: ['--delete'] }] },
  'kafka-topics.sh': { long: ['bootstrap-server', 'topic', 'zookeeper'], verbs: [{ verb: '', needs: ['--delete'] }] },
  bq: { long: ['project_id', 'location', 'format'], verbs: ['rm'] },
  vagrant: { verbs: ['destroy', 'box remove', 'snapshot delete'] },
  restic: {
    values: 'rp',
    long: 'repo password-file password-command keep-last keep-daily keep-weekly keep-monthly keep-yearly tag host'.split(
      ' ',
    ),
    verbs: ['prune', { verb: 'forget', needs: ['--prune'] }, 'key remove'],
    dry: ['-n'],
  },
  crontab: { values: 'u', verbs: [{ verb: '', needs: ['-r'] }] },
}
