import type { Word } from '../../shell/simple-command.ts'
import { joinPath } from '../resolve-path.ts'
import type { PolicyCommand, PolicyRule } from '../rule.ts'

const SCRIPT = /(?:^|[/\\])typed-decisions[/\\]decide\.py/i
const RUNS_PYTHON = /^(?:python|pypy|ipython|py$|pythonw|uv$|pipenv$|poetry$|decide\.py)/

/** The words of a path as a shell on Windows has them. */
function isAdvisor({ command }: PolicyCommand, word: Word, text: string): boolean {
  return SCRIPT.test(text.slice(...word.span)) || SCRIPT.test(joinPath(command.folder, word.text) ?? word.text)
}

export const ADVISOR_RULES: readonly PolicyRule[] = [
  {
    id: 'decision-advisor',
    level: 'MANUAL',
    area: 'advisor',
    reason: 'the example advisor sends text to an external decision endpoint',
    programs: (name) => RUNS_PYTHON.test(name),
    find(command, { text }) {
      const word = command.command.words.find((one) => isAdvisor(command, one, text))
      return word === undefined ? null : { span: word.span }
    },
    hits: [
      'python examples/typed-decisions/decide.py --provider x',
      'python examples\\typed-decisions\\decide.py',
      'python EXAMPLES/TYPED-DECISIONS/DECIDE.PY',
      'cd examples/typed-decisions && python decide.py',
      'python examples/typed-decisions/./decide.py',
      './typed-decisions/decide.py',
      'python typed-decisions/decide.pyc',
    ],
    misses: [
      'cat examples/typed-decisions/decide.py',
      'python examples/typed-decisions/baseline_decider.py',
      'python examples/typed_decisions/decide.py',
      'git add examples/typed-decisions/decide.py',
    ],
  },
]
