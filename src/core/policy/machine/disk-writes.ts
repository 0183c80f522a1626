import { normalize } from 'node:path/posix'
import { commandTargets } from '../../shell/command-targets.ts'
import type { PolicyCommand, RuleHit } from '../rule.ts'

const DEVICE =
  /^\/dev\/(?:sd[a-z]|hd[a-z]|vd[a-z]|xvd[a-z]|nvme\d|mmcblk\d|r?disk\d|md\d|mtd(?:block)?\d|loop\d|nbd\d|pmem\d|zd\d|ram\d|dm-|mapper\/|mem$|kmem$|disk\/|block\/)/

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

/** Writes below a file system: to a device, or by a program that makes file systems. */
export function findDiskWrite(command: PolicyCommand): RuleHit | null {
  const { name, args } = command
  if (!mayWrite(name)) return writesDevice(command) ? { span: command.command.span } : null
  const words = args.map(({ text }) => text)
  const isHelp = words.some((text) => /^--?(?:h|help|V|version)$/.test(text))
  if (MAKERS.test(name) && !isHelp) return { span: command.command.span }
  if (TABLE_PROGRAMS.includes(name)) {
    const reads = isHelp || words.some((text) => /^(?:-l|--list|--print|-p|print|-d|--dump)$/.test(text))
    return reads || words.length === 0 ? null : { span: command.command.span }
  }
  const verb = Object.hasOwn(VERBS, name) ? args.find(({ text }) => VERBS[name]?.test(text)) : undefined
  if (verb !== undefined) return { span: verb.span }
  return writesDevice(command) ? { span: command.command.span } : null
}

function mayWrite(name: string): boolean {
  return Object.hasOwn(VERBS, name) || TABLE_PROGRAMS.includes(name) || MAKERS.test(name)
}

function writesDevice({ command }: PolicyCommand): boolean {
  const inDevices = command.folder !== null && /^\/dev(?:\/|$)/.test(command.folder)
  const mayHold =
    inDevices ||
    command.words.some(({ text }) => text.includes('/dev/')) ||
    command.redirects.some(({ target }) => target?.text.includes('/dev/'))
  return mayHold && commandTargets(command).some(({ path }) => DEVICE.test(normalize(path)))
}
