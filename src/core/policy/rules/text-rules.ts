import type { PolicyRule } from '../rule.ts'

export const TEXT_RULES: readonly PolicyRule[] = []
