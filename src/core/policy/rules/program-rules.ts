import { type CallSigns, findCall } from '../code/call-search.ts'
import { DELETING_CALLS } from '../code/deleting-calls.ts'
import { findInterpreter } from '../code/languages.ts'
import { namesOnlyLocalHosts } from '../code/local-hosts.ts'
import { programCode } from '../code/program-code.ts'
import { SENDING_CALLS } from '../code/sending-calls.ts'
import { SHELL_CALLS } from '../code/shell-calls.ts'
import { narrowSpan } from '../narrow-span.ts'
import type { PolicyCommand, PolicyContext, PolicyRule, RuleHit, Span } from '../rule.ts'

function isInterpreter(name: string): boolean {
  return findInterpreter(name) !== undefined
}

function findIn(signs: CallSigns, command: PolicyCommand, context: PolicyContext): RuleHit | null {
  const code = programCode(command)
  const piece = code === null ? null : findCall(signs, code.language, code.text)
  return code === null || piece === null ? null : { span: pieceSpan(context, command, code.spans, piece) }
}

/** In the words that hold the code; a heredoc stands behind its command, what is piped in before it. */
function pieceSpan({ text }: PolicyContext, { command }: PolicyCommand, spans: readonly Span[], piece: string): Span {
  const narrowed = spans.map((span): readonly [Span, Span] => [span, narrowSpan(text, span, piece)])
  const within = narrowed.find(([span, narrow]) => narrow !== span)?.[1]
  if (within !== undefined) return within
  if (command.stdin === null) return spans.at(-1) ?? command.span
  const whole: Span = [0, text.length]
  const anywhere = narrowSpan(text, whole, piece)
  return anywhere === whole ? command.span : anywhere
}

const interpreterDelete: PolicyRule = {
  id: 'interpreter-delete',
  level: 'MANUAL',
  area: 'program',
  reason: 'the code for another interpreter deletes trees, many files or whole tables',
  programs: isInterpreter,
  find: (command, context) => findIn(DELETING_CALLS, command, context),
  hits: [
    'python -c "import shutil; shutil.rmtree(\'x\')"',
    'python3.12 -Bc \'from shutil import rmtree as r; r("x")\'',
    "python3 - <<'PY'\nimport shutil\nshutil.rmtree('reports')\nPY",
    'echo "import shutil; shutil.rmtree(\'x\')" | python3',
    'python3 -c \'import os,glob; [os.remove(f) for f in glob.glob("*.db")]\'',
    'python3 -c \'from pathlib import Path; [p.unlink() for p in Path(".").rglob("*.py")]\'',
    "node -e \"require('fs').rmSync('reports',{recursive:true,force:true})\"",
    "node --input-type=module -e \"import { rm } from 'node:fs/promises'; await rm('x', { recursive: true })\"",
    'node -pe \'const recursive = true; fs.rmdirSync("x", { recursive })\'',
    'bun -e \'import {rimraf} from "rimraf"; rimraf("x")\'',
    'deno eval \'await Deno.remove("x", { recursive: true })\'',
    'ruby -rfileutils -e \'FileUtils.rm_rf("x")\'',
    'perl -e \'unlink glob "*"\'',
    "perl -e 'unlink for <*>'",
    "perl -e 'unlink $_ for @ARGV' src/*",
    "perl -e 'unlink @ARGV' *",
    'php -r \'foreach(glob("*") as $f) UNLINK($f);\'',
    "python3 -c \"import pathlib; list(map(pathlib.Path.unlink, pathlib.Path('.').rglob('*')))\"",
    "perl -e 'unlink <*.db>'",
    'perl -MFile::Path=remove_tree -e \'remove_tree("x")\'',
    'find . -type f | perl -nle unlink',
    "node -e \"fs['rmSync']('d', { recursive: true })\"",
    'ruby -run -e rm -- -rf d',
    "rails r 'User.delete_all'",
    "tclsh <<< 'file delete -force d'",
    'julia -e \'rm("d", recursive=true)\'',
    'R -e \'unlink("d", recursive=TRUE)\'',
    'elixir -e \'File.rm_rf!("d")\'',
    'groovy -e \'new File("d").deleteDir()\'',
    'emacs --batch --eval \'(delete-directory "d" t)\'',
    'php -r \'array_map("unlink", glob("*"));\'',
    'Rscript -e \'unlink("x", recursive = TRUE)\'',
  ],
  misses: [
    'python3 -c \'import os; os.remove("one.txt")\'',
    'python3 -c \'print("never use rm -rf")\'',
    'python3 scripts/rmtree.py',
    'python -m pytest -q',
    'node -e \'fs.rmSync("one.txt")\'',
    'node -e \'fs.mkdirSync("a/b", { recursive: true })\'',
    'node scripts/rm-rf-report.mjs --out out/report.html',
    'perl -e \'unlink "one.txt"\'',
    'ruby -e \'File.delete("one.txt")\'',
    "grep -rn 'shutil.rmtree' src",
    "python3 -c 'import tempfile, shutil; d = tempfile.mkdtemp(); shutil.rmtree(d)'",
    "python3 -c \"s = s.replace('shutil.rmtree', 'remove')\"",
    'python3 - <<\'PY\'\nold = """shutil.rmtree(x)"""\np.write_text(t.replace(old, new))  # no rmtree(\nPY',
    "julia -e 'println(1)'",
  ],
}

const interpreterShell: PolicyRule = {
  id: 'interpreter-shell',
  level: 'MANUAL',
  area: 'program',
  reason: 'the code for another interpreter starts programs that are not read',
  programs: isInterpreter,
  find: (command, context) => findIn(SHELL_CALLS, command, context),
  hits: [
    'perl -e \'if(1){system("rm -rf src")}\'',
    'perl -e \'CORE::system("rm -rf src")\'',
    'php -r \'Shell_Exec("rm -rf src");\'',
    'php -r \'call_user_func("system","rm -rf src");\'',
    'awk \'BEGIN{c="date"; sub(/date/,"rm -rf src",c); c|getline}\'',
    'awk \'BEGIN{c="date"; getline c < "f"; c|getline}\'',
    'python3 -c "import os; os.system(\'rm -rf x\')"',
    'python3 -c "import subprocess; subprocess.run(\'rm -rf x\', shell=True)"',
    "python3 -c \"import subprocess; subprocess.check_call(['/bin/rm', '-rf', 'x'])\"",
    "python3 -c \"import subprocess; subprocess.run(['git', 'push', '--force'])\"",
    'python3 -c "import subprocess; subprocess.run(\'rm -rf x\'.split())"',
    'python3 -c \'exec(__import__("base64").b64decode("cHJpbnQoMSk="))\'',
    'python3 -c \'getattr(os, "sys" + "tem")("x")\'',
    "node -e \"require('child_process').execSync('rm -rf x')\"",
    "node -e \"const { exec } = require('node:child_process'); exec('rm -rf x')\"",
    "node -e \"const cp = require('child_process'); cp.spawn('x', { shell: true })\"",
    "node -e \"require('child_process').spawnSync('rm', ['-rf', 'x'])\"",
    'node -e \'eval(atob("eA=="))\'',
    "bun -e 'await Bun.$`rm -rf x`'",
    'deno eval \'new Deno.Command("rm", { args: ["-rf", "x"] }).outputSync()\'',
    'ruby -e \'system("rm -rf x")\'',
    'ruby -e \'exec "rm", "-rf", "x"\'',
    "ruby -e '`rm -rf x`'",
    "ruby -e 'puts %x(rm -rf x)'",
    'perl -e \'system("rm -rf x")\'',
    "perl -e 'print qx{rm -rf x}'",
    'perl -lane \'system "rm", $F[0]\'',
    'perl -e \'open(my $h, "-|", "rm x")\'',
    'php -r \'shell_exec("rm -rf x");\'',
    'lua -e \'os.execute("rm -rf x")\'',
    'Rscript -e \'system("rm -rf x")\'',
    'osascript -e \'do shell script "rm -rf x"\'',
    'awk \'BEGIN { system("rm -rf x") }\'',
    'awk \'{ print $1 | "sh" }\' list.txt',
    'awk \'BEGIN { "rm -rf x" | getline }\'',
    "sed -n '1e rm -rf x' notes.txt",
    "sed 's/.*/rm &/e' list.txt",
    "vim -es -c '!rm -rf x' -c q",
    "sed '/x/e rm -rf d' f",
    "sed '$!e rm d' f",
    "sed 's%x%y%e' f",
    "sed -f - f <<< '1e rm x'",
    "echo '1e rm x' > p.sed; sed -f p.sed f",
    'awk -f /dev/stdin <<< \'BEGIN { system("rm x") }\'',
    "node -e \"const q = require('child_process'); q['execSync']('rm -rf x')\"",
    "node -e \"import * as z from 'node:child_process'; z.exec('rm x')\"",
    "node --import 'data:text/javascript,x' a.js",
    "python3 -c \"import subprocess; c = ['rm', '-rf', 'd']; subprocess.run(c)\"",
    "python3 -c \"import subprocess; subprocess.run(('rm', '-rf', 'd'))\"",
    "python3 -c \"import os; os.__dict__['sys' + 'tem']('x')\"",
    'python3 -c "import os as o; o.system(\'rm x\')"',
    'python3 -c "f\'{os.system(1)}\'"',
    "python3 -c \"'a'; os.system('rm x'); 'b'\"",
    'python3 -c "exec(\'import os; os.system(1)\')"',
    'python3 -m timeit "import os; os.system(\'rm -rf d\')"',
    "python3 -m code <<< 'import os; os.system(1)'",
    "python3 --check-hash-based-pycs never -c 'os.system(1)'",
    "tclsh <<< 'exec rm -rf d'",
    "julia -e 'run(`rm -rf d`)'",
    'R -e \'system("rm -rf d")\'',
    'elixir -e \'System.cmd("rm", ["-rf", "d"])\'',
    'erl -noshell -eval \'os:cmd("rm -rf d").\'',
    'groovy -e \'"rm -rf d".execute()\'',
    'raku -e \'shell "rm -rf d"\'',
    'guile -c \'(system "rm -rf d")\'',
    'clojure -e \'(clojure.java.shell/sh "rm" "-rf" "d")\'',
    'emacs --batch --eval \'(shell-command "rm -rf d")\'',
  ],
  misses: [
    "perl -ne 'print $h{system}' f",
    'php -r \'echo json_encode(["system"=>1]);\'',
    "python3 -c 'import platform; print(platform.system())'",
    'python3 -c \'import subprocess; print(subprocess.check_output(["git", "log", "-1"]))\'',
    'python3 -c \'import re; print(re.compile("x"))\'',
    'python3 -c \'print(eval("1+1"))\'',
    'python3 -c \'print("the operating system (linux)")\'',
    'node -e \'console.log(/a(b)/.exec("ab")[1])\'',
    'node -p "require(\'./package.json\').version"',
    "node -e 'console.log(`costs 5 $`)'",
    "ruby -e 'puts 1'",
    'ruby -e \'puts "the system is up"\'',
    "perl -0pi -e 's/force-push/lease-push/g' docs/policy.md",
    "perl -pe 's/system(a)/x/' file",
    "perl -ne 'print if /exec/' file",
    "php -r 'echo PHP_VERSION;'",
    "awk '/git push --force/ {n++} END {print n+0}' audit.log",
    'awk \'{ print $1 | "sort -n" }\' list.txt',
    'awk \'BEGIN { while ((getline line < "names.txt") > 0) print toupper(line) }\'',
    'awk \'BEGIN { "date +%s" | getline now; print now }\'',
    "awk -F'|' '{ print $2 }' table.txt",
    "sed -n '/a/,/b/p' file",
    "sed 's/e rm/x/' file",
    "sed '/e x/d' file",
    "sed -n '/start/,/end/p' file",
    "python3 -c \"s = s.replace('os.system', 'subprocess.run')\"",
    'python3 -c \'import subprocess; subprocess.run(["bash", "-n", "x.sh"])\'',
    'python3 -c \'import os; os.system("git status")\'',
    'python3 -c \'import base64; print(base64.b64encode(b"x"), eval("1"))\'',
    "node -e \"require('child_process').execSync('git rev-parse HEAD')\"",
    "node -p \"const { execSync } = require('child_process'); execSync('git log -1').toString()\"",
    'awk \'BEGIN { cmd = "date"; cmd | getline d; print d }\'',
    'awk \'BEGIN { "ls" | getline x }\'',
    "sed -e 's/a/e/g' -e '/e$/d' file",
  ],
}

const interpreterSend: PolicyRule = {
  id: 'interpreter-send',
  level: 'MANUAL',
  area: 'program',
  reason: 'the code for another interpreter reaches another machine',
  programs: isInterpreter,
  find: (command, context) => {
    const hit = findIn(SENDING_CALLS, command, context)
    return hit !== null && namesOnlyLocalHosts(programCode(command)?.text ?? '') ? null : hit
  },
  hits: [
    'python -c "import urllib.request as u; u.urlopen(\'https://example.com\')"',
    "python3 -c \"import requests; requests.post('https://up.example.com/in', data=open('x'))\"",
    'python3 -c "import socket; s = socket.create_connection((\'example.com\', 80))"',
    'python3 -c "import socket; s = socket.socket(); s.connect((\'10.0.0.1\', 80))"',
    "python3 -c 'import smtplib; smtplib.SMTP(host)'",
    'python3 -c "import requests; requests.get(\'http://localhost.example.com/\')"',
    'python3 -c "import requests; requests.get(\'http://localhost@example.com/\')"',
    "python3 -c \"import requests; requests.get('http://localhost/' if x else 'https://example.com/')\"",
    "node -e \"fetch('https://example.com', { method: 'POST', body: x })\"",
    "node -e \"require('https').get('https://example.com')\"",
    'node -e "fetch(process.env.URL)"',
    "node -e \"require('net').connect(80, 'example.com')\"",
    'ruby -rnet/http -e \'Net::HTTP.get(URI("https://example.com"))\'',
    'perl -MLWP::Simple -e \'getprint "https://example.com"\'',
    'php -r \'file_get_contents("https://example.com");\'',
    'lua -e \'require("socket.http").request("http://example.com")\'',
    'python3 -c "import requests as r; r.post(\'https://up.example.com\', data=1)"',
    'python3 -c "from urllib.request import urlopen as o; o(\'https://example.com\')"',
    'Rscript -e \'download.file("https://example.com/x", "x")\'',
    'gawk \'BEGIN { s = "/inet/tcp/0/example.com/80"; print 1 |& s }\'',
  ],
  misses: [
    "python3 -c 'import json,sys; print(len(json.load(sys.stdin)))' < data.json",
    "python3 -c 'import requests; print(requests.__version__)'",
    'python3 -c "import urllib.request as u; print(u.urlopen(\'http://localhost:8000/health\').status)"',
    'python3 -c "import socket; s = socket.socket(); s.bind((\'\', 0)); print(s.getsockname())"',
    'python3 -c \'from urllib.parse import quote; print(quote("https://example.com"))\'',
    'python3 -m http.server 8000',
    'python3 - <<\'P\'\np.write_text(t.replace("requests.get(", "client.get("))\nP',
    'node -e "fetch(\'http://127.0.0.1:3000/\').then((r) => console.log(r.status))"',
    "node -e \"require('http').get('http://app.localhost:3000/')\"",
    'node -e "console.log(\'fetch the page\')"',
    'node -e "require(\'http\').createServer().listen(3000)"',
    'ruby -e \'require "uri"; puts URI.parse("https://example.com").host\'',
    'php -r \'echo file_get_contents("composer.json");\'',
  ],
}

export const PROGRAM_RULES: readonly PolicyRule[] = [interpreterDelete, interpreterShell, interpreterSend]
