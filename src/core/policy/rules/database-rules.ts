import type { PolicyRule } from '../rule.ts'

export const DATABASE_RULES: readonly PolicyRule[] = []
