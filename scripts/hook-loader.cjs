'use strict'
// Starts the hook from one script with V8's code cache beside it. Without a cache, or with one of another Node.js, it
// only starts slower. `--make-cache` writes the cache after one sample answer, so that what an answer needs is in it.
const { readFileSync, renameSync, writeFileSync } = require('node:fs')
const { Script } = require('node:vm')
const main = `${__dirname}/hook-main.cjs`
const source = readFileSync(main, 'latin1') // the bundle is ASCII
let cachedData
try {
  cachedData = readFileSync(`${__dirname}/hook.cache`)
} catch {}
const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
  filename: main,
  cachedData,
})
if (process.argv[2] === '--make-cache') {
  process.once('exit', () => {
    writeFileSync(`${__dirname}/hook.cache.tmp`, script.createCachedData())
    renameSync(`${__dirname}/hook.cache.tmp`, `${__dirname}/hook.cache`)
  })
}
script.runInThisContext().call(exports, exports, require, module, main, __dirname)
