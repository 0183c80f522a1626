import type { PolicyRule } from '../rule.ts'

export const ADVISOR_RULES: readonly PolicyRule[] = []
