import type { PolicyRule } from '../rule.ts'

export const PROGRAM_RULES: readonly PolicyRule[] = []
