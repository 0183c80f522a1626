import { forEachChild, type SyntaxNode } from 'unbash'
import { inside, NO_INPUT, type Reader, type Scope, spanOf } from './reader.ts'
import { fork } from './shell-state.ts'

/**
 * Reads every substitution below a node, wherever it stands: in a word, an array index, arithmetic, a test. A nested
 * text is parsed when it is first looked at, once per level around it, so its size is taken from the allowance.
 */
export function readEmbedded(reader: Reader, node: SyntaxNode, scope: Scope): void {
  switch (node.type) {
    case 'CommandExpansion':
    case 'ArithmeticCommandExpansion':
    case 'ProcessSubstitution':
      readSubstitution(reader, node, scope)
      return
    case 'ParameterExpansion':
    case 'ArithmeticExpansion':
      if (!reader.spend(node.end - node.pos)) return
  }
  if (scope.depth > 200) return
  const deeper = { ...scope, depth: scope.depth + 1 }
  forEachChild(node, (child) => readEmbedded(reader, child, deeper))
}

type Substitution = Extract<
  SyntaxNode,
  { type: 'CommandExpansion' | 'ArithmeticCommandExpansion' | 'ProcessSubstitution' }
>

function readSubstitution(reader: Reader, node: Substitution, scope: Scope): void {
  if (!reader.spend(node.end - node.pos)) return
  const script = node.script
  if (script === undefined) {
    reader.faults.add(`a substitution at offset ${spanOf(scope, node)[0]} is not closed`)
    return
  }
  const process = node.type === 'ProcessSubstitution'
  const inner = inside(scope, process ? 'process-substitution' : 'substitution', fork(scope.state))
  const fed = process && node.operator === '>'
  reader.readScript(script, {
    ...inner,
    ...(fed ? { ...NO_INPUT, piped: true } : {}),
    fixed: fixedSpan(scope, node, script.source),
  })
}

/** A text whose escaped backticks were taken off is counted anew, so its offsets mean nothing outside. */
function fixedSpan(scope: Scope, node: Substitution, own: string | undefined) {
  return own === undefined ? scope.fixed : spanOf(scope, node)
}
