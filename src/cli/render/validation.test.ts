import { describe, expect, test } from 'vitest'
import type { Problem } from '../../app/validate/problem.ts'
import type { Validation } from '../../app/validate/validate-log.ts'
import { pageFor } from '../page.ts'
import { renderValidation } from './validation.ts'
import { renderGithub } from './validation-github.ts'
import { renderJunit } from './validation-junit.ts'
import { renderSarif } from './validation-sarif.ts'

const UNPRINTABLE = /\p{Cf}|(?!\n)\p{Cc}/u
const PAGE = pageFor({ isTerminal: false, columns: null, environment: {} })
const HOSTILE = 'a\u0000\u001b[2J<b>&"\u202e\n::error::x\r%25,:\uffff'

function problem(rest: Partial<Problem>): Problem {
  return {
    severity: 'error',
    code: 'bad-date',
    id: null,
    file: '.hdr/decisions/HDR-001.json',
    line: 3,
    message: 'no day',
    hint: null,
    ...rest,
  }
}

function report(problems: readonly Problem[], rest: Partial<Validation> = {}): Validation {
  return {
    kind: 'validation',
    verdict: problems.length > 0 ? 'fail' : 'pass',
    project: '/project',
    prefix: '',
    currentDecisions: 3,
    decisionFiles: 4,
    retired: 0,
    superseded: 0,
    notEnforced: 0,
    notChecked: 0,
    problems,
    decisions: [],
    above: [],
    ...rest,
  }
}

const hostile = report([problem({ id: HOSTILE, file: HOSTILE, code: 'x', message: HOSTILE, hint: HOSTILE })], {
  decisions: [{ id: HOSTILE, title: HOSTILE, outcome: 'failed', message: HOSTILE }],
})

describe('text', () => {
  test('the verdict line is exact; what is not in it stands on a second line', () => {
    expect(renderValidation(report([]), PAGE)).toBe('PASS: 3 current decisions (4 decision files)')
    const counts = { retired: 1, superseded: 2, notEnforced: 3, notChecked: 4, above: ['/'] }
    expect(renderValidation(report([], counts), PAGE)).toBe(
      'PASS: 3 current decisions (4 decision files)\n1 retired, 2 superseded, 3 not enforced, 4 not checked\nnot looked at: the decision log in /',
    )
  })

  test('failures stand before FAIL, one line each, warnings among them are marked', () => {
    const problems = [
      problem({}),
      problem({ id: 'HDR-003', line: null, message: 'x is missing' }),
      problem({ severity: 'warning', line: null, hint: 'rename it' }),
    ]
    expect(renderValidation(report(problems), PAGE).split('\n')).toEqual([
      '.hdr/decisions/HDR-001.json:3: bad-date: no day',
      'HDR-003: x is missing',
      'warning: .hdr/decisions/HDR-001.json: bad-date: no day',
      '  rename it',
      'FAIL: 2 failures, 3 current decisions (4 decision files)',
      '1 warning',
    ])
  })

  test('nothing that it names can forge a line', () => {
    expect(
      renderValidation(hostile, PAGE)
        .split('\n')
        .filter((line) => /^(::|PASS)/.test(line)),
    ).toEqual([])
    expect(renderValidation(hostile, PAGE)).not.toMatch(UNPRINTABLE)
  })
})

describe('github', () => {
  test('annotations name the path below the repository and the line', () => {
    expect(renderGithub(report([problem({ hint: 'mend it' })], { prefix: 'sub/' })).split('\n')).toEqual([
      '::error file=sub/.hdr/decisions/HDR-001.json,line=3,title=bad-date::no day%0Amend it',
      'FAIL: 3 current decisions (4 decision files)',
    ])
  })

  test('nothing that they name can end a property or a line', () => {
    const [line = '', ...rest] = renderGithub(hostile).split('\n')
    expect(rest).toHaveLength(1)
    expect(line.split('::')[1]?.split(',')).toHaveLength(3)
    expect(line).not.toMatch(/\p{Cc}|\p{Cf}/u)
  })
})

describe('junit', () => {
  test('is well-formed whatever it names', () => {
    const xml = renderJunit(hostile)
    expect(xml).not.toMatch(UNPRINTABLE)
    expect(xml).not.toContain('\uffff')
    expect(xml.replace(/<\/?(testsuites?|testcase|failure)( [a-z]+="[^"<>]*")*\/?>|<\?xml [^>]*\?>/g, '')).not.toMatch(
      /[<>]/,
    )
    expect(xml).toMatch(/tests="2" failures="1"/)
  })

  test('a passing log has passing cases', () => {
    expect(renderJunit(report([]))).toContain('<testcase classname="bylaw" name="decision log"/>')
  })
})

describe('sarif', () => {
  test('has what version 2.1.0 asks for', () => {
    const problems = [
      problem({}),
      problem({ code: 'duplicate-id', line: null, file: 'ä b#.json', hint: 'h' }),
      problem({ severity: 'warning', file: null }),
    ]
    const { version, $schema, runs } = JSON.parse(renderSarif(report(problems, { prefix: 'sub/' })))
    expect([version, runs.length]).toEqual(['2.1.0', 1])
    expect($schema).toContain('sarif-schema-2.1.0.json')
    const [{ tool, results }] = runs
    expect(tool.driver).toMatchObject({
      name: 'bylaw',
      rules: [{ id: 'bad-date', name: 'BadDate' }, { id: 'duplicate-id' }],
    })
    for (const result of results) {
      expect(tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId)
      expect(['error', 'warning']).toContain(result.level)
      expect(result.message.text.length).toBeGreaterThan(0)
      expect(result.locations[0].physicalLocation.region.startLine).toBeGreaterThanOrEqual(1)
    }
    const uris = results.map((result: (typeof results)[0]) => result.locations[0].physicalLocation.artifactLocation.uri)
    expect(uris).toEqual(['sub/.hdr/decisions/HDR-001.json', 'sub/%C3%A4%20b%23.json', 'sub/.hdr/decisions'])
  })

  test('stays one document whatever it names', () => {
    expect(JSON.parse(renderSarif(hostile)).runs[0].results).toHaveLength(1)
  })
})
