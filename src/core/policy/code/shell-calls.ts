import type { CallSigns } from './call-search.ts'
import { callsOfDangerousPrograms, DANGEROUS_LIST } from './dangerous-programs.ts'

/** What decodes or puts together a text that is then run. */
const PYTHON_DECODES =
  /(?:b64|b32|b16|a85|b85)decode\b|\b(?:decodebytes|decodestring|fromhex|unhexlify|marshal|decompress|rot_?13)\b|\bgetattr\s*\(\s*base64\b|\bcodecs\s*\.\s*decode\b|\bchr\s*\(|\[::-1\]|\bcompile\s*\(/
const JAVASCRIPT_DECODES =
  /\batob\s*\(|['"`](?:base64|hex)['"`]|\bfromCharCode\b|\bunescape\s*\(|\bdecodeURIComponent\s*\(|\\x[0-9a-f]{2}/
const SOURCES = /\bchild_process\b|\bexeca\b|\bshelljs\b|\bcross-spawn\b|\bzx\b/

/** The filters of a pipe and the questions that an awk program asks every day; without anything that chains. */
const PLAIN_FILTER =
  '(?:sort|uniq|cat|column|wc|tr|cut|head|tail|tac|nl|rev|fold|paste|date|hostname|whoami|pwd|uname|tput)\\b[^"|;&<>$`\\\\]{0,200}"'

const SED_PLACE = '(?:\\d{1,9}|\\$|/(?:[^/\\n\\\\]|\\\\.){0,100}/[IM]?)'
/** The lines that a command of sed is for. */
const SED_ADDRESS = `(?:${SED_PLACE}(?:[ \\t]?,[ \\t]?(?:${SED_PLACE}|[+~]\\d{1,9}))?[ \\t]{0,20}!?[ \\t]{0,20})?`

/** Calls that start a process from a shell text, or a program that a person should see; and code that hides what it runs. */
export const SHELL_CALLS: CallSigns = {
  python: [
    { pattern: /\bos\s*\.\s*(?:system|popen)\b/, called: true, literal: true },
    { pattern: /\bos\s*\.\s*(?:spawn\w{1,6}|exec[lv]\w{0,3}|posix_spawnp?|startfile)\b/, called: true },
    { pattern: /(?<!\w)(?:system|popen)(?=\(\s*(?:[frbu]{0,2}['"]|[A-Za-z_]\w+))/, called: true, literal: true },
    { pattern: /\bos\s+import\b[^\n;]{0,200}\b(?:system|popen|exec[lv]\w{0,3})\b/, called: true },
    { pattern: /\bos\s*\.\s*__(?:dict|getattribute)__|\bvars\s*\(\s*os\b/, called: true },
    { pattern: /\bshell\s*=\s*(?:True|1)\b/, called: true },
    { pattern: /\b(?:getoutput|getstatusoutput)\b(?=\s*\()/, called: true, literal: true },
    { pattern: /\bcreate_subprocess_shell\s*\(|\bpty\s*\.\s*spawn\b/, called: true },
    {
      pattern: DANGEROUS_LIST,
      with: /\b(?:run|call|Popen|check_call|check_output|create_subprocess_exec|execvp?e?)\s*\(/,
    },
    { pattern: callsOfDangerousPrograms('run|call|Popen|check_call|check_output|create_subprocess_exec|spawn') },
    { pattern: /\b(?:exec|eval)\s*\(/, with: PYTHON_DECODES },
    {
      pattern:
        /__import__\s*\(\s*(?:['"](?:os|subprocess|shutil|pty|socket|ctypes)['"]|['"][^'"\n]{0,40}['"]\s*[+.[]|[^'"\s])/,
    },
    { pattern: /\bgetattr\s*\(\s*(?:os|subprocess|__import__|__builtins__|builtins)\b/, called: true },
  ],
  javascript: [
    { pattern: /\b(?:execSync|execaCommand|execaCommandSync)\s*(?=\()/, literal: true },
    {
      pattern:
        /(?:^|[^\w.)/\]$])exec\s*(?=\()|\b(?:cp|child|childProcess|child_process|proc|shell)\s*\.\s*exec\s*(?=\()/,
      with: SOURCES,
      literal: true,
    },
    { pattern: /child_process['"`]\s*\)\s*\)?\s*\.\s*exec(?:Sync)?\b/, literal: true },
    { pattern: /\b(?:fs|cp|child_process)\s*(?:\?\.)?\[(?!\s*\d)/ },
    { pattern: /\bimport\s*\(?\s*['"`]data:|^data:(?:text|application)\//m },
    { pattern: /\bexec(?:Sync)?\s*:\s*\w|\bexec(?:Sync)?\s+as\s/, with: SOURCES },
    { pattern: /\bshell\s*:\s*(?:true|!0|1|['"`])/, with: SOURCES },
    { pattern: callsOfDangerousPrograms('spawn|spawnSync|execFile|execFileSync|execa|execaSync|fork|Command') },
    { pattern: /\bBun\s*\.\s*\$|\bawait\s+\$\s*`|\bDeno\s*\.\s*run\s*\(/ },
    { pattern: /\bfrom\s*['"`](?:zx|shelljs)['"`]|\brequire\s*\(\s*['"`](?:zx|shelljs)['"`]/ },
    { pattern: /\b(?:eval|Function)\s*\(/, with: JAVASCRIPT_DECODES },
    { pattern: /['"`]child_?['"`]\s*\+|\+\s*['"`]_?process['"`]|\bprocess\s*\.\s*binding\s*\(/ },
  ],
  ruby: [
    {
      pattern:
        /(?<![\w.:@$/"'-])(?:Kernel\s*\.\s*)?(?:system|exec|spawn)(?:\s*\(|\s+)\s*(?:['"%[]|[a-z_]\w*\s*\)|ENV\b)/,
    },
    {
      pattern: /\b(?:Kernel|Process)\s*\.\s*(?:system|exec|spawn)\b|\b(?:IO\s*\.\s*popen|Open3\s*\.|PTY\s*\.\s*spawn)/,
    },
    { pattern: /(?<![\w%])%x[^\w\s]|\bopen\s*\(?\s*['"]\s*\|/ },
    { pattern: /`[^`\n]{1,2000}`/, outsideStrings: true },
    { pattern: /#\{\s*`/ },
    { pattern: /\b(?:eval|instance_eval|class_eval)\b/, with: /\bBase64\b|\.\s*(?:unpack1?|pack)\b/ },
  ],
  perl: [
    {
      pattern: /(?<![\w$@%>&:/-])(?:CORE::(?:GLOBAL::)?)?(?:system|exec)\b\s*(?:\(\s*)?(?:['"$@]|\{|qq?\b|qw\b|join\b)/,
    },
    { pattern: /(?<![\w$@%>&:/{-])(?:qx|readpipe)\s*[{([|!'"<#~/$]/ },
    { pattern: /`[^`\n]{1,2000}`/, outsideStrings: true },
    { pattern: /\bopen\b[^;\n]{0,120}?['"](?:-\||\|-|\s*\|\s*\w|[^'"\n]{1,100}\|\s*['"])/ },
    { pattern: /\bIPC::(?:Open[23]|Run|Cmd|System)\b/ },
    { pattern: /\beval\b/, with: /\bdecode_base64\b|\b(?:un)?pack\b|\bchr\b/ },
  ],
  php: [
    { pattern: /(?<![\w>$:])(?:exec|shell_exec|system|passthru|popen|proc_open|pcntl_exec)\s*\(/i },
    { pattern: /['"](?:exec|shell_exec|system|passthru)['"]\s*[,)]/i },
    { pattern: /`[^`\n]{1,2000}`/, outsideStrings: true },
    {
      pattern: /\b(?:eval|assert|create_function)\s*\(/,
      with: /\b(?:base64_decode|gzinflate|str_rot13|hex2bin|chr|strrev)\b/,
    },
  ],
  lua: [{ pattern: /\bos\s*\.\s*execute\b|\bio\s*\.\s*popen\b/ }],
  r: [{ pattern: /(?<![\w.])(?:system2?|shell|shell\.exec)\s*\(|\bprocessx::|\bsys::exec/ }],
  applescript: [{ pattern: /\bdo\s+shell\s+script\b|\bdoShellScript\b|\bdo\s+script\b|\bNSTask\b/i }],
  awk: [
    { pattern: /(?<![\w.])system\s*\(/ },
    { pattern: new RegExp(`\\|&?\\s*"(?!\\s*${PLAIN_FILTER})`) },
    { pattern: /\bprintf?\b[^;}\n]{0,200}\|&?[ \t]{0,8}[A-Za-z_]\w{0,64}[ \t]{0,8}(?:[;}]|$)/m, outsideStrings: true },
    { pattern: new RegExp(`(?<![|]\\s?)"(?!\\s*${PLAIN_FILTER})[^"\\n]{1,400}"\\s*\\|&?\\s*getline`) },
    { pattern: /\w[ \t]{0,8}\|&?[ \t]{0,8}getline/, outsideStrings: true },
  ],
  sed: [
    // The flag `e` of `s` runs what is left in the line.
    {
      pattern: new RegExp(
        `(?:^|[;{])[ \\t]{0,20}${SED_ADDRESS}s([^\\w\\s\\\\;])[^\\n]{0,300}\\1[gipmIM\\d]{0,5}e[gipmIM\\d]{0,5}[ \\t]{0,5}(?:$|[;}])`,
        'm',
      ),
    },
    { pattern: new RegExp(`^[ \\t]{0,20}${SED_ADDRESS}e(?:\\s+\\S|\\s*$)`, 'm') },
    { pattern: new RegExp(`[;{][ \\t]{0,20}${SED_ADDRESS}e\\s+\\w`) },
  ],
  tcl: [{ pattern: /(?<![\w.:$-])exec\s+[^\s;}\]]|\bopen\s+["{]?\s*\|/ }, { pattern: /\bspawn\s+\w/ }],
  julia: [{ pattern: /\b(?:run|read|open|readchomp|success|pipeline)\s*\(\s*(?:pipeline\s*\(\s*)?`|\bCmd\s*\(/ }],
  beam: [{ pattern: /\bSystem\.(?:cmd|shell)\b|\bos\s*:\s*cmd\b|:os\.cmd\b|\bPort\.open\b|\bopen_port\s*\(/ }],
  jvm: [{ pattern: /\.\s*execute\s*\(\s*\)|\bProcessBuilder\b|\bRuntime\s*\.\s*(?:getR|r)untime\b|\bsys\.process\b/ }],
  raku: [{ pattern: /(?<![\w$@%.-])(?:shell|run|qq?x)\s*[('"{/<]|\bProc::Async\b/ }],
  lisp: [
    {
      pattern:
        /\(\s*(?:system\*?|open-(?:input-|output-)?pipe\*?|primitive-fork|(?:async-)?shell-command[\w-]{0,20}|call-process[\w-]{0,20}|start-process[\w-]{0,20}|make-process|process-file|(?:[\w.]{1,40}\/)?(?:sh|shell)|(?:[\w-]{1,20}::?)?run-program|process\*?)(?=[\s")])/,
    },
    { pattern: /\bRuntime\/getRuntime\b|\bProcessBuilder\b/ },
  ],
  vim: [
    { pattern: /^\+?:?[ \t]{0,20}(?:\d+|%|r|w|read|write|sil(?:ent)?!?)?[ \t]{0,20}![ \t]{0,20}\S/m },
    { pattern: /\bsystem(?:list)?\s*\(/ },
  ],
}
