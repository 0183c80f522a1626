#!/usr/bin/env node
'use strict'
// Starts the hook or the command line: the hook is the hot path and is chosen before anything else is read. The command
// line comes with V8's code cache, named by what it was made from; without one, or with one of another Node.js, it only
// starts slower. `--make-cache` in front writes the cache when the process ends.
const CACHE = 'CACHE_NAME' // filled in by the build

if (process.argv[2] === 'hook') require('./hook/hook.cjs')
else runMain()

function runMain() {
  const { readFileSync, renameSync, writeFileSync } = require('node:fs')
  const { Script } = require('node:vm')
  const path = `${__dirname}/bylaw-main.cjs`
  const making = process.argv[2] === '--make-cache'
  if (making) process.argv.splice(2, 1)
  const source = readFileSync(path, 'latin1') // the build refuses anything but ASCII
  let cachedData
  try {
    if (!making) cachedData = readFileSync(`${__dirname}/${CACHE}`)
  } catch {}
  const script = new Script(`(function(exports,require,module,__dirname){${source}\n})`, { filename: path, cachedData })
  if (making)
    process.on('exit', () => {
      writeFileSync(`${__dirname}/${CACHE}.tmp`, script.createCachedData())
      renameSync(`${__dirname}/${CACHE}.tmp`, `${__dirname}/${CACHE}`)
    })
  const module = { exports: {} }
  script.runInThisContext().call(module.exports, module.exports, require, module, __dirname)
}
