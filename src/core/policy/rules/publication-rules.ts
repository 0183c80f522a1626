import type { Word } from '../../shell/simple-command.ts'
import { narrowSpan } from '../narrow-span.ts'
import { isLoopback } from '../network/read-host.ts'
import { writingCall } from '../publication/api-call.ts'
import { deploysNothing, PUBLISHERS } from '../publication/publishers.ts'
import { serverHosts } from '../publication/server-hosts.ts'
import type { CommandRule, PolicyCommand, PolicyRule } from '../rule.ts'
import { findInTable } from '../verb-programs.ts'

const API_PROGRAMS = ['gh', 'glab', 'hub']
const PYTHONS = ['python', 'python2', 'python3', 'py']

const PUBLICATION: CommandRule = {
  id: 'publication',
  level: 'MANUAL',
  area: 'publication',
  reason: 'what is published can be read, fetched or deployed at once and hardly taken back',
  programs: [...Object.keys(PUBLISHERS), ...PYTHONS],
  find(command, context) {
    const found = findPublication(command, command.name, command.args)
    if (found === null) return null
    const span = narrowSpan(context.text, found.word.span, found.word.text)
    return found.hosts.length === 0 ? { span } : { span, subjects: { hosts: found.hosts } }
  },
  hits: [
    'npm publish',
    'npm --registry https://registry.example publish --access public',
    'npm unpublish pkg@1.0.0',
    'npm dist-tag add pkg@1.0.0 latest',
    'npm publish --dry-run=false',
    'pnpm -r publish',
    'yarn npm publish',
    'cargo +stable publish',
    'twine upload dist/*',
    'python -m twine upload dist/*',
    'gem push app-1.0.0.gem',
    './gradlew :lib:publish',
    'mvn -B clean deploy',
    'dotnet nuget push app.nupkg',
    'docker push registry.example/app',
    'docker --context prod push registry.example/app',
    'docker buildx build --platform linux/arm64 -t app --push .',
    'docker compose -f prod.yml push',
    'gh pr create --fill',
    'gh pr merge --admin 12',
    'gh gist create f',
    'gh release create v1.0.0 dist/app',
    'gh api -X DELETE repos/o/r',
    'gh api repos/o/r/issues -f title=x',
    'vercel --prod',
    'semantic-release',
    'gcloud run deploy app --source .',
  ],
  misses: [
    'npm publish --dry-run',
    'npm pack',
    'npm run publish',
    'npm help publish',
    'npm publish --help',
    'npm --registry http://localhost:4873 publish',
    'npm dist-tag ls pkg',
    'npm install publish',
    'pnpm run publish',
    'cargo publish -n',
    'cargo build --release',
    'cargo owner --list app',
    'twine check dist/*',
    'python -m pytest -q',
    './gradlew publishToMavenLocal',
    'mvn -B package',
    'docker build -t app .',
    'docker push localhost:5000/app',
    'docker pull registry.example/app',
    'gh pr list --state open',
    'gh pr view 12 --json body',
    'gh api repos/o/r',
    'gh api -X GET search/issues -f q=x',
    "gh api graphql -f query='query { viewer { login } }'",
    'gh release view v1.0.0',
    'vercel dev',
    'vercel env pull',
    'semantic-release --dry-run',
    'git stash push',
    'echo npm publish',
  ],
}

export const PUBLICATION_RULES: readonly PolicyRule[] = [PUBLICATION]

/** Where a command publishes; `hosts` is empty where the text names none. */
type Found = { readonly word: Word; readonly hosts: readonly (string | null)[] }

function findPublication(command: PolicyCommand, name: string, words: readonly Word[]): Found | null {
  if (PYTHONS.includes(name)) return findInPython(command, words)
  const args = withoutToolchain(words)
  if (args[0]?.text === 'api' && API_PROGRAMS.includes(name)) return foundAt(writingCall(args.slice(1)))
  const call = findInTable(PUBLISHERS, name, args)
  if (call === null || (call.word === null && deploysNothing(name, call.operands[0]?.text))) return null
  const hosts = serverHosts(call.name, call)
  if (hosts.length > 0 && hosts.every(isLoopback)) return null
  return foundAt(call.word ?? command.command.words[0] ?? null, hosts)
}

/** `cargo +nightly …` */
function withoutToolchain(args: readonly Word[]): readonly Word[] {
  return args[0]?.text.startsWith('+') === true ? args.slice(1) : args
}

/** `python -m twine upload`, `python setup.py sdist upload`. */
function findInPython(command: PolicyCommand, args: readonly Word[]): Found | null {
  const at = args.findIndex(({ text }) => !text.startsWith('-'))
  const first = args[at]
  if (first === undefined) return null
  const behind = args.slice(at + 1)
  if (args[at - 1]?.text === '-m') {
    return PYTHONS.includes(first.text) ? null : findPublication(command, first.text, behind)
  }
  if (!/(?:^|\/)setup\.py$/.test(first.text)) return null
  return foundAt(behind.find(({ text }) => text === 'upload' || text === 'register') ?? null)
}

function foundAt(word: Word | null, hosts: Found['hosts'] = []): Found | null {
  return word === null ? null : { word, hosts }
}
