// Preloaded into a process whose peak memory is asked for: writes its KiB to descriptor 3 when it ends. VmHWM and not
// ru_maxrss, because on Linux the latter starts at the size of the process that forked this one.
const { readFileSync, writeSync } = require('node:fs')
process.on('exit', () => writeSync(3, String(peak())))

function peak() {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))[1])
  } catch {
    return process.resourceUsage().maxRSS // systems without /proc: an upper bound
  }
}
