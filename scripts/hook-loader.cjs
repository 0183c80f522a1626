'use strict'
// Starts the hook. Each script of the hook lies beside this one, with V8's code cache of what it ran; without a cache,
// or with one of another Node.js, it only starts slower. `--make-cache` writes the caches when the process ends.
const { readFileSync, renameSync, writeFileSync } = require('node:fs')
const { Script } = require('node:vm')
const making = process.argv[2] === '--make-cache'
const loaded = new Map()

function load(name) {
  if (!name.startsWith('./')) return require(name)
  const known = loaded.get(name)
  if (known) return known.exports
  const path = __dirname + name.slice(1)
  const source = readFileSync(path, 'latin1') // the build refuses anything but ASCII
  let cachedData
  try {
    if (!making) cachedData = readFileSync(`${path}.cache`)
  } catch {}
  const script = new Script(`(function(exports,require,module,__dirname){${source}\n})`, { filename: path, cachedData })
  const module = { exports: {} }
  loaded.set(name, module)
  if (making) process.on('exit', () => keepCache(path, script))
  script.runInThisContext().call(module.exports, module.exports, load, module, __dirname)
  return module.exports
}

function keepCache(path, script) {
  writeFileSync(`${path}.cache.tmp`, script.createCachedData())
  renameSync(`${path}.cache.tmp`, `${path}.cache`)
}

load('./hook-bin.cjs')
