import { commandTargets } from '../../shell/command-targets.ts'
import type { Word } from '../../shell/simple-command.ts'
import { isOutside, isWholePlace } from '../places.ts'
import { joinPath, resolvePath } from '../resolve-path.ts'
import type { PolicyCommand, PolicyContext, PolicyRule, RuleHit } from '../rule.ts'

const DEVICE =
  /^\/dev\/(?:sd[a-z]|hd[a-z]|vd[a-z]|xvd[a-z]|nvme\d|mmcblk\d|r?disk\d|md\d|dm-|mapper\/|mem$|kmem$|disk\/|block\/)/

/** Programs that make, wipe or cut up file systems whatever their words are. */
const MAKERS =
  /^(?:mkfs(?:\..+)?|mke2fs|mkswap|wipefs|blkdiscard|pvremove|vgremove|lvremove|format-volume|clear-disk|diskpart|initialize-disk)$/
const TABLE_PROGRAMS = ['fdisk', 'sfdisk', 'cfdisk', 'gdisk', 'sgdisk', 'parted']
const VERBS: Readonly<Record<string, RegExp>> = {
  cryptsetup: /^(?:luksformat|erase|lukserase|reencrypt)$/i,
  zpool: /^(?:destroy|labelclear)$/,
  zfs: /^destroy$/,
  mdadm: /^--(?:zero-superblock|fail|remove)$/,
  diskutil: /^(?:erase.*|partitiondisk|zerodisk|randomdisk|secureerase)$/i,
  hdparm: /^--security-erase/,
  nvme: /^(?:format|sanitize)$/,
  format: /^[a-z]:$/i,
}

function findDiskWrite(command: PolicyCommand): RuleHit | null {
  const { name, args } = command
  const words = args.map(({ text }) => text)
  const isHelp = words.some((text) => /^--?(?:h|help|V|version)$/.test(text))
  if (MAKERS.test(name) && !isHelp) return { span: command.command.span }
  if (TABLE_PROGRAMS.includes(name)) {
    const reads = isHelp || words.some((text) => /^(?:-l|--list|--print|-p|print|-d|--dump)$/.test(text))
    return reads || words.length === 0 ? null : { span: command.command.span }
  }
  const verb = Object.hasOwn(VERBS, name) ? args.find(({ text }) => VERBS[name]?.test(text)) : undefined
  if (verb !== undefined) return { span: verb.span }
  const target = deviceTarget(command)
  return target ? { span: command.command.span } : null
}

function deviceTarget({ command }: PolicyCommand): boolean {
  const mayHold = [...command.words, ...command.redirects.map(({ target }) => target)]
  if (!mayHold.some((word) => word?.text.includes('/dev/'))) return false
  return commandTargets(command).some(({ path }) => DEVICE.test(path))
}

const MODES = ['chmod', 'chown', 'chgrp', 'setfacl', 'icacls', 'takeown']

/** Recursive changes of modes or owners, and the first place of them that is not the project's. */
function findTreeModes(command: PolicyCommand, isBad: (path: string) => boolean): RuleHit | null {
  const recursive = command.args.some(({ text }) =>
    text.startsWith('--')
      ? text.length > 4 && '--recursive'.startsWith(text)
      : /^-[a-zA-Z]*R/.test(text) || /^\/[tr]$/i.test(text),
  )
  if (!recursive) return null
  const operands = command.args.filter(({ text }) => !text.startsWith('-'))
  const places = /^(?:chmod|chown|chgrp)$/.test(command.name) ? operands.slice(1) : operands
  const bad = places.find((word) => isBad(placeOf(command, word)))
  if (bad === undefined) return null
  return { span: bad.span, subjects: { paths: places.map((word) => resolvePath(command.command, word)) } }
}

function placeOf({ command }: PolicyCommand, word: Word): string {
  return joinPath(command.folder, word.text) ?? ''
}

const WIPERS = ['shred', 'srm', 'wipe', 'cipher']

function findWipe(command: PolicyCommand): RuleHit | null {
  const words = command.args.map(({ text }) => text)
  if (words.length === 0 || words.some((text) => /^--(?:help|version)$/.test(text))) return null
  if (command.name === 'cipher' && !words.some((text) => /^\/w/i.test(text))) return null
  const operands = command.args.filter(({ text }) => !text.startsWith('-'))
  return { span: command.command.span, subjects: { paths: operands.map((word) => resolvePath(command.command, word)) } }
}

/** Files that a shell, a login, a scheduler, git or an agent runs or trusts later. */
const LASTING =
  /^(?:(?:~|\/root|\/home\/[^/]+|\/Users\/[^/]+)\/(?:\.(?:bash|zsh|k|c|tc)?(?:rc|shrc|shenv|profile|login|logout|_profile|_login|_logout|_aliases)|\.(?:bash|zsh)(?:rc|env|profile|login|_profile|_login|_logout|_aliases)|\.profile|\.inputrc|\.config\/fish\/.+|\.gitconfig|\.config\/git\/config|\.npmrc|\.pypirc|\.netrc|\.ssh(?:\/.*)?|\.config\/(?:systemd|autostart)\/.+|Library\/LaunchAgents\/.+|\.(?:claude|codex|config\/opencode|gemini|cursor)\/(?:settings.*\.json|hooks.*|config\.toml|plugins?\/.+|opencode\.jsonc?))|\/etc\/(?:profile|bash|zsh|environment|sudoers|passwd|shadow|group|cron|ssh\/|pam\.d|systemd|init|rc\.|ld\.so|hosts$).*|\/var\/spool\/cron\/.*|(?:.*\/)?\.git\/(?:hooks\/.+|config)|(?:.*\/)?\.(?:claude\/settings(?:\.local)?\.json|codex\/(?:hooks\.json|config\.toml)|opencode\/plugins?\/.+))$/

function findLastingWrite(command: PolicyCommand): RuleHit | null {
  const { command: simple, name, args } = command
  if (simple.nesting.includes('remote')) return null
  if (name === 'crontab') return args.some(({ text }) => text === '-l') ? null : { span: simple.span }
  if (name === 'git') return findHooksPath(args)
  if (name === 'ssh-keygen') return findKeyWrite(command)
  if (!mayBeLasting(command)) return null
  const target = commandTargets(simple).find(({ path, action }) => action !== 'tree' && LASTING.test(normal(path)))
  if (target === undefined) return null
  const word = [...simple.words, ...simple.redirects.flatMap(({ target: at }) => at ?? [])].find(({ text }) =>
    normal(target.path).endsWith(normal(text).replace(/^~/, '')),
  )
  return { span: word?.span ?? simple.span, subjects: { paths: [normal(target.path)] } }
}

function normal(path: string): string {
  return joinPath('', path) ?? path
}

/** Cheap first: a word or a folder that could lead to one of those files. */
function mayBeLasting({ command }: PolicyCommand): boolean {
  const texts = [command.folder ?? '', ...command.words.map(({ text }) => text)]
  const all = [...texts, ...command.redirects.map(({ target }) => target?.text ?? '')]
  return all.some((text) => /(?:^|\/)\.[a-z]|^\/etc\/|^\/var\/spool|Library\/LaunchAgents/.test(text))
}

/** A key in place of the user's own. */
function findKeyWrite({ command, args }: PolicyCommand): RuleHit | null {
  if (args.some(({ text }) => /^-[lyBeQF]$/.test(text))) return null
  const at = args.findIndex(({ text }) => text === '-f')
  const file = at < 0 ? undefined : args[at + 1]
  const isUsers = file !== undefined && LASTING.test(normal(joinPath(command.folder, file.text) ?? file.text))
  return isUsers ? { span: file.span } : null
}

/** `git config core.hooksPath X`: programs that git runs from then on. */
function findHooksPath(args: readonly Word[]): RuleHit | null {
  const at = args.findIndex(({ text }) => text === 'config')
  if (at < 0) return null
  const rest = args.slice(at + 1)
  if (rest.some(({ text }) => /^--(?:get.*|list|unset.*)$|^-l$/.test(text))) return null
  const operands = rest.filter(({ text }) => !text.startsWith('-') && text !== 'set')
  const [key, value] = operands
  if (key === undefined || value === undefined) return null
  const runs =
    /^(?:core\.(?:hookspath|fsmonitor|sshcommand)|credential\..*helper|filter\..*|include(?:if\..*)?\.path)$/i
  const isAlias =
    /^alias\./i.test(key.text) && /^(?:!|push|clean|reset|filter|update-ref|reflog|gc|branch)/.test(value.text)
  return runs.test(key.text) || isAlias || value.text.startsWith('!') ? { span: key.span } : null
}

/** Programs that change who may do what on the machine, and the words with which they only read. */
const SETTINGS: Readonly<Record<string, RegExp>> = {
  iptables: /^(?:-L|-S|--list|--list-rules|-V|--version|-h|--help)$/,
  ip6tables: /^(?:-L|-S|--list|--list-rules|-V|--version|-h|--help)$/,
  nft: /^list$/,
  ufw: /^(?:status|version)$/,
  useradd: /^(?:-D|--help)$/,
  userdel: /^--help$/,
  usermod: /^--help$/,
  groupdel: /^--help$/,
  passwd: /^(?:-S|--status|--help)$/,
  chpasswd: /^--help$/,
  visudo: /^(?:-c|--check)$/,
  setenforce: /^$/,
}

function findSettings(command: PolicyCommand): RuleHit | null {
  const reads = SETTINGS[command.name]
  return reads === undefined || command.args.some(({ text }) => reads.test(text))
    ? null
    : { span: command.command.span }
}

const STOPS = ['shutdown', 'reboot', 'halt', 'poweroff']

function findStop(command: PolicyCommand): RuleHit | null {
  const words = command.args.map(({ text }) => text)
  if (words.some((text) => /^--?(?:help|version|c|w)$/.test(text))) return null
  const everything = command.name === 'kill' && words.includes('-1') && words.at(-1) === '-1'
  if (command.name === 'kill') return everything ? { span: command.command.span } : null
  return { span: command.command.span }
}

/** A function that starts itself twice and in the background, and is called. */
function findForkBomb({ text, commands }: PolicyContext): RuleHit | null {
  if (!text.includes('|') || !text.includes('&') || commands.length === 0) return null
  for (const match of text.matchAll(/([^\s(){}|&;<>"'`$]{1,64})\s*\(\s*\)\s*\{/g)) {
    const name = match[1] ?? ''
    const start = match.index + match[0].length
    const body = text.slice(start, start + 256).split('}', 1)[0] ?? ''
    const bare = body.replace(/\s+/g, '')
    if (bare.includes(`${name}|${name}&`)) return { span: [match.index, start + body.length] }
  }
  return null
}

export const MACHINE_RULES: readonly PolicyRule[] = [
  {
    id: 'fork-bomb',
    level: 'BLOCK',
    area: 'machine',
    reason: 'it starts itself without end',
    findText: findForkBomb,
    hits: [':(){ :|:& };:', 'b() { b | b & }; b'],
    misses: ['f() { a | b & }; f', 'build() { npm run build; }; build & wait | cat'],
  },
  {
    id: 'disk-write',
    level: 'BLOCK',
    area: 'machine',
    reason: 'it writes to a disk below its file system',
    programs: null,
    find: findDiskWrite,
    hits: [
      'dd if=/dev/zero of=/dev/sda',
      'mkfs.ext4 /dev/sda1',
      'sudo wipefs -a /dev/nvme0n1',
      'cat image > /dev/sdb',
      'cat image | sudo tee /dev/mmcblk0',
      'cp image /dev/sdb',
      'parted /dev/sda mklabel gpt',
      'zpool destroy tank',
      'diskutil eraseDisk JHFS+ x disk2',
      'format D:',
    ],
    misses: [
      'dd if=/dev/sda of=backup.img',
      'dd if=/dev/zero of=file.bin bs=1M count=1',
      'fdisk -l',
      'parted /dev/sda print',
      'echo x > /dev/null',
      'ls /dev/sda',
      'mkfs --help',
      'zpool status',
    ],
  },
  {
    id: 'tree-modes',
    level: 'BLOCK',
    area: 'machine',
    reason: 'it changes the modes or owners of a whole system or home folder',
    programs: MODES,
    find: (command) => findTreeModes(command, isWholePlace),
    hits: ['chmod -R 777 /', 'sudo chown -R dev:dev /usr', 'chmod -R go+r ~', 'chown --recursive me /home/other'],
    misses: ['chmod -R 755 dist', 'chmod 777 /', 'chown -R me ./data', 'chmod -R 700 /srv/app'],
  },
  {
    id: 'tree-modes-outside',
    level: 'MANUAL',
    area: 'machine',
    reason: 'it changes the modes or owners of a folder outside of the working folder',
    programs: MODES,
    find: (command, context) => findTreeModes(command, (path) => isOutside(path, context) && !isWholePlace(path)),
    hits: ['chmod -R 755 /srv/app', 'chown -R me ../other'],
    misses: ['chmod -R 755 dist', 'chmod 600 ~/notes', 'chmod -R 777 /'],
  },
  {
    id: 'wipe-file',
    level: 'MANUAL',
    area: 'machine',
    reason: 'a wiped file cannot be brought back',
    programs: WIPERS,
    find: findWipe,
    hits: ['shred -u secrets.txt', 'srm key.pem', 'cipher /w:C'],
    misses: ['shred --help', 'cipher', 'cat shred'],
  },
  {
    id: 'lasting-write',
    level: 'MANUAL',
    area: 'machine',
    reason: 'a shell, a login, git or an agent runs or trusts this file later',
    programs: null,
    find: findLastingWrite,
    hits: [
      'echo "alias x=y" >> ~/.bashrc',
      'cat key.pub >> ~/.ssh/authorized_keys',
      'cp hook.sh .git/hooks/pre-commit',
      'tee -a /etc/profile < x',
      'echo {} > .claude/settings.json',
      'sed -i s/a/b/ ~/.zshrc',
      'crontab jobs.txt',
      'crontab -r',
      'git config core.hooksPath .hooks',
      "git config --global alias.st '!sh x'",
      "git config alias.p 'push --force'",
      "ssh-keygen -t ed25519 -N '' -f ~/.ssh/id_ed25519",
      'cd ~ && echo x >> .profile',
    ],
    misses: [
      'cat ~/.bashrc',
      'echo x > .env',
      'ssh-keygen -t ed25519 -N "" -f test/fixtures/key',
      'git config user.name Dev',
      'git config --get core.hooksPath',
      'cat > .github/workflows/ci.yml',
      'crontab -l',
      'echo x > docs/.bashrc.md',
    ],
  },
  {
    id: 'system-settings',
    level: 'MANUAL',
    area: 'machine',
    reason: 'it changes users or the firewall of the machine',
    programs: Object.keys(SETTINGS),
    find: findSettings,
    hits: ['iptables -F', 'sudo userdel -r dev', 'ufw disable', 'echo root:x | chpasswd'],
    misses: ['iptables -L', 'ufw status', 'passwd --status', 'cat /etc/passwd'],
  },
  {
    id: 'machine-stop',
    level: 'MANUAL',
    area: 'machine',
    reason: 'it stops the machine or every process on it',
    programs: [...STOPS, 'kill'],
    find: findStop,
    hits: ['shutdown -h now', 'sudo reboot', 'kill -9 -1'],
    misses: ['kill -9 31337', 'shutdown --help', 'kill %1', 'kill -1 42'],
  },
]
