import type { PolicyRule } from '../rule.ts'

export const GIT_RULES: readonly PolicyRule[] = []
