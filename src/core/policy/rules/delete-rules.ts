import type { PolicyRule } from '../rule.ts'

export const DELETE_RULES: readonly PolicyRule[] = []
